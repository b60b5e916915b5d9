/**
 * The cashier page's only script: lets the clock run, and loads the page again when the payment was settled elsewhere (on
 * the phone that scanned the code) or its time is over. The page works without it.
 */
const timer = document.querySelector('[data-seconds]');
const statusPath = `${location.pathname.replace(/\/leave$/, '')}/status`;
const endsAt = Date.now() + Number(timer?.getAttribute('data-seconds') ?? 0) * 1000;

if (timer) {
  const tick = () => {
    const left = Math.max(0, Math.round((endsAt - Date.now()) / 1000));
    timer.textContent = clockText(left);
    timer.classList.toggle('timer-short', left <= 60);
    if (left === 0) void look();
  };
  setInterval(tick, 1000);
  tick();
}
setInterval(() => void look(), 2500);
// A phone that comes back to this page should not show what was true before.
document.addEventListener('visibilitychange', () => void look());
addEventListener('pageshow', (event) => {
  if (event.persisted) location.reload();
});

// A second click while the first is on its way changes nothing, but looks as if it did.
for (const form of document.forms) {
  form.addEventListener('submit', () => {
    for (const button of document.querySelectorAll('button'))
      setTimeout(() => {
        button.disabled = true;
      });
  });
}

async function look() {
  if (document.visibilityState !== 'visible') return;
  try {
    const reply = await fetch(statusPath, { headers: { accept: 'application/json' }, cache: 'no-store' });
    const { data } = await reply.json();
    if (data && data.status !== 'open') location.reload();
  } catch {
    // Out of reach: the next look may succeed.
  }
}

function clockText(seconds) {
  const parts = [Math.floor((seconds % 3600) / 60), seconds % 60].map((part) => String(part).padStart(2, '0'));
  return seconds < 3600 ? parts.join(':') : [Math.floor(seconds / 3600), ...parts].join(':');
}
