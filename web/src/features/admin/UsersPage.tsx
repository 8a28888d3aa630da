import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { listManagedUsers } from '#contract/admin/admin.ts';
import { adminPermissions } from '#contract/permissions.ts';
import { counted } from '#web/language/language.ts';
import { AdminPage, Count, ForbiddenPage, Permitted, useRefused } from '#web/lib/admin/admin-page.tsx';
import { reasonOf } from '#web/lib/api/api-error.ts';
import { failureOf } from '#web/lib/api/query.ts';
import { timeAgo } from '#web/lib/time.tsx';
import { useAddressText } from '#web/lib/use-debounced.ts';
import { Button } from '#web/ui/Button.tsx';
import { SearchIcon } from '#web/ui/icons.tsx';
import { ButtonLink } from '#web/ui/links.tsx';
import { useComposed } from '#web/ui/inputs/composition.ts';
import { TextInput } from '#web/ui/inputs/TextInput.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';
import { TableSkeleton } from '#web/ui/states/TableSkeleton.tsx';
import styles from './admin.module.css';
import { backupsQuery, managedUsersQuery } from './queries.ts';
import { texts } from './texts.ts';
import { UserTable } from './UserTable.tsx';

const route = getRouteApi('/signed-in/admin/users');

export function UsersPage(): React.JSX.Element {
  return (
    <Permitted to={adminPermissions.manageUsers}>
      <Users />
    </Permitted>
  );
}

function Users() {
  const { q = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const [text, setText] = useAddressText(q, (typed) => {
    if (isSearchable(typed))
      void navigate({ search: { q: typed || undefined }, replace: true, resetScroll: false });
  });
  const list = useQuery({
    ...managedUsersQuery(q || undefined),
    placeholderData: keepPreviousData,
  });
  const { data, isPlaceholderData, refetch } = list;
  const error = failureOf(list);
  if (useRefused(error)) return <ForbiddenPage />;
  return (
    <AdminPage
      title={texts.users}
      actions={
        <ButtonLink to="/admin/invitations" variant="contained">
          {texts.invite}
        </ButtonLink>
      }
    >
      <BackupLine />
      <UserSearch text={text} onText={setText} />
      <Count text={isPlaceholderData || error || !data ? undefined : countOf(data.length, q)} />
      {error ? (
        <ErrorState title={texts.usersFailed} text={reasonOf(error)} onRetry={() => void refetch()} />
      ) : (
        data === undefined && <TableSkeleton />
      )}
      {data && data.length > 0 && <UserTable key={q} users={data} />}
      {data?.length === 0 && !error && <NoUsers onClear={() => setText('')} />}
    </AdminPage>
  );
}

function countOf(count: number, q: string): string {
  const users = counted(count, texts.user);
  return q === '' ? users : texts.found(users);
}

/** Whether the server accepts the search; a text that is too long stays in the box only. */
function isSearchable(text: string): boolean {
  return listManagedUsers.query?.safeParse({ q: text }).success ?? false;
}

/** Finds users by name or e-mail address. */
function UserSearch({ text, onText }: { text: string; onText: (text: string) => void }) {
  const composed = useComposed({ value: text, onChange: ({ target }) => onText(target.value) });
  return (
    <div className={styles.search} role="search">
      <TextInput
        label={texts.search}
        type="search"
        placeholder={texts.searchHint}
        autoComplete="off"
        {...composed}
        startAdornment={<SearchIcon />}
      />
    </div>
  );
}

function NoUsers({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      text={texts.noUsers}
      action={
        <Button variant="outlined" onClick={onClear}>
          {texts.clearSearch}
        </Button>
      }
    />
  );
}

/** The age of the newest verified backup. Its line is reserved while the age is unknown. */
export function BackupLine(): React.JSX.Element {
  const backups = useQuery(backupsQuery);
  const { data } = backups;
  const error = failureOf(backups);
  return (
    <>
      <p className={styles.line}>{error ? texts.backupsFailed(reasonOf(error)) : textOf(data?.provenAt)}</p>
      {data?.failure && (
        <Notice
          title={texts.backupFailed(timeAgo(Date.parse(data.failure.at)))}
          text={<span lang="en">{data.failure.reason}</span>}
        />
      )}
    </>
  );
}

function textOf(provenAt: string | null | undefined): string {
  if (provenAt === undefined) return '\u00a0';
  return provenAt === null ? texts.noBackup : texts.backup(timeAgo(Date.parse(provenAt)));
}
