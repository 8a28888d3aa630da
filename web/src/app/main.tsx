// oxlint-disable-next-line import/no-unassigned-import -- has to run before any other module makes a schema
import './zod-without-eval.ts';
import '@fontsource-variable/inter/wght.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { applyFirstTheme } from './first-theme.ts';

applyFirstTheme();
const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
