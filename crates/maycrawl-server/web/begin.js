// The page is painted before its scripts run.

requestAnimationFrame(() => setTimeout(() => import('./main.js')));
