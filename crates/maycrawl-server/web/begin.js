// The page is painted before its scripts run. If one of them does not come, the page says so.

const run = () =>
  import('./main.js').catch((error) => {
    const begin = document.getElementById('begin');
    begin?.replaceChildren(document.getElementById('lost').content.cloneNode(true));
    begin?.querySelector('button').addEventListener('click', () => location.reload());
    throw error;
  });

requestAnimationFrame(() => setTimeout(run));
