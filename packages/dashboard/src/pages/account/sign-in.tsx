import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { queries } from '../../api/client.ts';
import { type Session, sessionQuery } from '../../api/session.ts';
import { t } from '../../texts/en.ts';
import { Frame } from './frame.tsx';
import { SignInForm } from './sign-in-form.tsx';

export function SignIn() {
  const { next } = useSearch({ from: '/sign-in' });
  const navigate = useNavigate();
  const onSignedIn = (session: Session) => {
    queries.setQueryData(sessionQuery.queryKey, session);
    void navigate({ to: next ?? '/' });
  };
  return (
    <Frame
      title={t.account.signInTitle}
      below={
        <>
          {t.account.noAccount}{' '}
          <Link to="/sign-up" className="link">
            {t.account.signUp}
          </Link>
          {' · '}
          <Link to="/reset" className="link">
            {t.account.forgot}
          </Link>
        </>
      }
    >
      <SignInForm onSignedIn={onSignedIn} />
    </Frame>
  );
}
