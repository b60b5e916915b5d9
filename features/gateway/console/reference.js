/** Copies a sample of the open reference page. Served unchanged; the page works without it. */
for (const button of document.querySelectorAll('figure button')) {
  const label = button.textContent;
  button.addEventListener('click', () => void copy(button, label));
}

async function copy(button, label) {
  const code = button.closest('figure').querySelector('pre code');
  try {
    await navigator.clipboard.writeText(code.textContent);
  } catch {
    // Pages without TLS have no clipboard: the text is selected, to be copied by hand.
    getSelection().selectAllChildren(code);
    return;
  }
  button.textContent = document.body.dataset.copied;
  setTimeout(() => {
    button.textContent = label;
  }, 1500);
}
