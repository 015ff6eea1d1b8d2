import './style/style.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queries } from './api/client.ts';
import { keepReturned } from './api/returned.ts';
import { router } from './router.tsx';
import { applyTheme } from './shell/theme.ts';

keepReturned();
applyTheme();
const place = document.getElementById('root');
if (!place) throw new Error('The page has no place for the dashboard.');
createRoot(place).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
