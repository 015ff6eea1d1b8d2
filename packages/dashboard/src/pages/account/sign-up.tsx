import { Link, useNavigate } from '@tanstack/react-router';
import { queries } from '../../api/client.ts';
import { service } from '../../api/service.ts';
import { type Session, sessionQuery } from '../../api/session.ts';
import { t } from '../../texts/en.ts';
import { Frame } from './frame.tsx';
import { SignUpForm } from './sign-up-form.tsx';

export function SignUp() {
  const navigate = useNavigate();
  const { first } = service;
  const onSignedIn = (session: Session) => {
    queries.setQueryData(sessionQuery.queryKey, session);
    void navigate({ to: '/start' });
  };
  return (
    <Frame
      title={first ? t.account.firstTitle : t.account.signUpTitle}
      text={first ? t.account.firstText : undefined}
      below={
        <>
          {t.account.haveAccount}{' '}
          <Link to="/sign-in" className="link">
            {t.account.signIn}
          </Link>
        </>
      }
    >
      <SignUpForm first={first} onSignedIn={onSignedIn} />
    </Frame>
  );
}
