// In one file, as the code before login lists every file that a route loads.
export { ConfirmEmailPage } from './ConfirmEmailPage.tsx';
export { ForgotPasswordPage } from './ForgotPasswordPage.tsx';
export { ResetPasswordPage } from './ResetPasswordPage.tsx';
export { TakeBackEmailPage } from './TakeBackEmailPage.tsx';
