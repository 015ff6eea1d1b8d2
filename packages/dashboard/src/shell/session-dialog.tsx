import { queries } from '../api/client.ts';
import { type Session, sessionQuery } from '../api/session.ts';
import { sessionEnded, useSessionEnded } from '../api/session-end.ts';
import { Dialog } from '../components/dialog.tsx';
import { SignInForm } from '../pages/account/sign-in-form.tsx';
import { t } from '../texts/en.ts';

/** Asks for the password on top of the page when the session has ended, so that the page keeps what was typed. */
export function SessionDialog({ session: before }: { readonly session: Session }) {
  const ended = useSessionEnded();
  const onSignedIn = (session: Session) => {
    // Somebody else must not go on with what another person had open.
    if (session.person.id !== before.person.id) return window.location.assign('/');
    queries.setQueryData(sessionQuery.queryKey, session);
    sessionEnded.set(false);
    void queries.invalidateQueries();
  };
  return (
    <Dialog open={ended} title={t.account.ended} text={t.account.endedText}>
      <SignInForm email={before.person.email} onSignedIn={onSignedIn} />
    </Dialog>
  );
}
