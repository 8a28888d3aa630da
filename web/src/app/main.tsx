import '@fontsource-variable/inter/wght.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { watchPageLeaving } from '#web/lib/page-leaving.ts';
import { App } from './App.tsx';
import { applyFirstTheme } from './first-theme.ts';

applyFirstTheme();
watchPageLeaving();
const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
