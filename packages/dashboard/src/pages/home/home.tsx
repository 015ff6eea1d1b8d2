import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { sessionQuery } from '../../api/session.ts';
import { buttonLook } from '../../components/button.tsx';
import { Page } from '../../components/layout.tsx';
import { t } from '../../texts/en.ts';

export function Home() {
  const { data } = useQuery(sessionQuery);
  return (
    <Page
      title={t.home.hello(data?.person.name ?? '')}
      lead={t.home.lead}
      actions={
        <Link to="/start" className={buttonLook('primary')}>
          {t.nav.start}
        </Link>
      }
    >
      {null}
    </Page>
  );
}
