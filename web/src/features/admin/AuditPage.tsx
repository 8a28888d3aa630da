import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { memo } from 'react';
import type { UserRef } from '#contract/accounts/users.ts';
import { type AuditAction, auditActions, type AuditEntry } from '#contract/admin/audit.ts';
import { adminPermissions } from '#contract/permissions.ts';
import { counted } from '#web/language/language.ts';
import { AdminPage, Count, ForbiddenPage, Permitted, useRefused } from '#web/lib/admin/admin-page.tsx';
import { reasonOf } from '#web/lib/api/api-error.ts';
import { failureOfPages, retryPages } from '#web/lib/api/query.ts';
import { useExtensions } from '#web/lib/extensions.ts';
import { SelectInput } from '#web/ui/inputs/SelectInput.tsx';
import { ButtonLink, TextLink } from '#web/ui/links.tsx';
import { ShowMore } from '#web/ui/ShowMore.tsx';
import { StackingCell, StackingTable, TableFrame } from '#web/ui/StackingTable.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { TableSkeleton } from '#web/ui/states/TableSkeleton.tsx';
import { Time } from '#web/ui/Time.tsx';
import styles from './admin.module.css';
import { auditTexts } from './audit-texts.ts';
import { type AuditFilter, auditFilter, auditQuery, namesQuery } from './queries.ts';
import { texts } from './texts.ts';

const route = getRouteApi('/signed-in/admin/audit');

export function AuditPage(): React.JSX.Element {
  return (
    <Permitted to={adminPermissions.readAudit}>
      <Trail />
    </Permitted>
  );
}

function Trail() {
  const filter = auditFilter(route.useSearch());
  const list = useInfiniteQuery(auditQuery(filter));
  const { data, hasNextPage, isFetchingNextPage } = list;
  const error = failureOfPages(list);
  const entries = data?.pages.flat();
  if (useRefused(error)) return <ForbiddenPage />;
  return (
    <AdminPage title={texts.audit}>
      <AuditFilters filter={filter} />
      <Count text={entries && counted(entries.length, auditTexts.entry)} />
      {entries && entries.length > 0 && <AuditTable entries={entries} />}
      {entries?.length === 0 && <NoEntries />}
      {!entries && !error && <TableSkeleton />}
      {error ? (
        <ErrorState title={auditTexts.failed} text={reasonOf(error)} onRetry={() => retryPages(list)} />
      ) : (
        hasNextPage && <ShowMore busy={isFetchingNextPage} onClick={() => void list.fetchNextPage()} />
      )}
    </AdminPage>
  );
}

function NoEntries() {
  return (
    <EmptyState
      text={auditTexts.nothing}
      action={
        <ButtonLink to="/admin/audit" search={{}} replace variant="outlined">
          {auditTexts.clearFilters}
        </ButtonLink>
      }
    />
  );
}

/** The filters of the audit trail. Their values are in the address. */
function AuditFilters({ filter }: { filter: AuditFilter }) {
  const navigate = route.useNavigate();
  const { data: users } = useQuery(namesQuery);
  function choose(choice: AuditFilter) {
    void navigate({ search: (before) => ({ ...before, ...choice }), replace: true, resetScroll: false });
  }
  return (
    <div className={styles.filters} role="search">
      <SelectInput
        label={auditTexts.action}
        options={actionOptions(useExtensions().auditActions)}
        value={filter.action ?? ''}
        onChange={(value) => choose({ action: (value || undefined) as AuditAction | undefined })}
      />
      <SelectInput
        label={auditTexts.user}
        options={userOptions(users, filter.user)}
        value={filter.user ?? ''}
        onChange={(value) => choose({ user: value || undefined })}
      />
    </div>
  );
}

/** All users, and the chosen one even before the names are loaded or if it does not exist. */
function userOptions(
  users: readonly { _id: string; name: string }[] | undefined,
  chosen: string | undefined,
) {
  const known = (users ?? []).map(({ _id, name }) => ({ value: _id, label: name }));
  const isMissing = chosen !== undefined && !known.some(({ value }) => value === chosen);
  return [
    { value: '', label: auditTexts.everyone },
    ...(isMissing ? [{ value: chosen, label: users ? auditTexts.unknownUser : texts.loading }] : []),
    ...known,
  ];
}

/** The entries of the audit trail, newest first. */
function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  return (
    <TableFrame>
      <StackingTable>
        <thead>
          <tr>
            <th scope="col" className={styles.when}>
              {auditTexts.when}
            </th>
            <th scope="col" className={styles.what}>
              {auditTexts.action}
            </th>
            <th scope="col">{auditTexts.who}</th>
            <th scope="col">{auditTexts.whom}</th>
            <th scope="col">{auditTexts.details}</th>
            <th scope="col" className={styles.address}>
              {auditTexts.address}
            </th>
            <th scope="col" className={styles.request}>
              {auditTexts.request}
            </th>
          </tr>
        </thead>
        <tbody className={styles.rows}>
          {entries.map((entry) => (
            <AuditRow key={entry._id} entry={entry} />
          ))}
        </tbody>
      </StackingTable>
    </TableFrame>
  );
}

const AuditRow = memo(function AuditRow({ entry }: { entry: AuditEntry }) {
  const [details, address, requestId] = [entry.details, entry.address, entry.requestId].map(saidLabel);
  const { auditActions: added } = useExtensions();
  return (
    <tr>
      <StackingCell label={auditTexts.when} className={styles.when}>
        <Time value={entry.at} format="date-time" />
      </StackingCell>
      <StackingCell label={auditTexts.action} className={styles.what}>
        {actionLabel(entry.action, added)}
      </StackingCell>
      <Person label={auditTexts.who} person={entry.actor} />
      <Person label={auditTexts.whom} person={entry.subject} />
      <StackingCell label={auditTexts.details} title={details}>
        {details}
      </StackingCell>
      <StackingCell label={auditTexts.address} className={styles.address} title={address}>
        {address}
      </StackingCell>
      <StackingCell label={auditTexts.request} className={styles.request} title={requestId}>
        {requestId}
      </StackingCell>
    </tr>
  );
});

/** A user's name, which links to everything that the user did and that was done to the user. */
function Person({ label, person }: { label: string; person: UserRef | null }) {
  if (!person) return <StackingCell label={label} />;
  return (
    <StackingCell label={label} title={person.name}>
      <TextLink to="/admin/audit" search={{ user: person._id }} look="plain">
        {person.name}
      </TextLink>
    </StackingCell>
  );
}

/** The labels of actions; `added` are those of other features. */
function actionLabel(action: AuditAction, added: Readonly<Record<string, string>>): string {
  const labels: Readonly<Record<string, string>> = { ...auditTexts.actions, ...added };
  return labels[action] ?? action;
}

const said: ReadonlyMap<string, string> = new Map([
  ...Object.entries(auditTexts.said),
  ...Object.entries(texts.roles),
]);

/** The server's text in an entry, translated if there is a translation. */
function saidLabel(text: string): string {
  return said.get(text) ?? text;
}

function actionOptions(added: Readonly<Record<string, string>>) {
  return [
    { value: '', label: auditTexts.all },
    ...auditActions.map((value) => ({ value, label: actionLabel(value, added) })),
  ];
}
