/**
 * The cashier page's only script: runs the countdown, reloads the page when the payment was settled elsewhere (on the
 * phone that scanned the code) or has expired, and leads back to the shop after a payment. The page works without it.
 */
const timer = document.querySelector('[data-seconds]');
const statusPath = `${location.pathname.replace(/\/leave$/, '')}/status`;
const endsAt = Date.now() + Number(timer?.getAttribute('data-seconds') ?? 0) * 1000;

if (timer) {
  const tick = () => {
    const left = Math.max(0, Math.round((endsAt - Date.now()) / 1000));
    timer.textContent = clockText(left);
    timer.classList.toggle('timer-short', left <= 60);
    if (left === 0) void checkStatus();
  };
  setInterval(tick, 1000);
  tick();
}
if (document.querySelector('[data-watch]')) {
  setInterval(() => void checkStatus(), 2500);
  // A phone that returns to this page must not show an old state.
  document.addEventListener('visibilitychange', () => void checkStatus());
}

const back = document.querySelector('[data-back]');
if (back) {
  let seconds = Number(back.getAttribute('data-back'));
  const counting = setInterval(() => {
    seconds -= 1;
    back.textContent = String(Math.max(0, seconds));
    if (seconds > 0) return;
    clearInterval(counting);
    // Replaced, so that the browser's way back does not lead here and forth again.
    location.replace(document.getElementById('back').href);
  }, 1000);
}
addEventListener('pageshow', (event) => {
  if (event.persisted) location.reload();
});

// A second click has no effect while the first is in flight; disabled buttons show that.
for (const form of document.forms) {
  form.addEventListener('submit', () => {
    for (const button of document.querySelectorAll('button'))
      setTimeout(() => {
        button.disabled = true;
      });
  });
}

async function checkStatus() {
  if (document.visibilityState !== 'visible') return;
  try {
    const reply = await fetch(statusPath, { headers: { accept: 'application/json' }, cache: 'no-store' });
    const { data } = await reply.json();
    if (!data || data.status === 'open') return;
    const here = new URL(location.href);
    here.pathname = here.pathname.replace(/\/leave$/, '');
    here.searchParams.set('back', '1');
    location.replace(here);
  } catch {
    // The server is unreachable; the next check may succeed.
  }
}

function clockText(seconds) {
  const parts = [Math.floor((seconds % 3600) / 60), seconds % 60].map((part) => String(part).padStart(2, '0'));
  return seconds < 3600 ? parts.join(':') : [Math.floor(seconds / 3600), ...parts].join(':');
}
