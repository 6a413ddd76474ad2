import Database from 'better-sqlite3'

type Values = Readonly<Record<string, unknown>>
/** A row of a session: its type and data, and what its columns have where that is not usual. */
export type RowFixture = readonly [type: string, data: Values, columns?: Values]
/** A session by what its columns have where that is not usual. */
export type SessionFixture = Values & { readonly id: string; readonly rows: readonly RowFixture[] }

const columns = {
  session_v2: [
    'id',
    'project_id',
    'parent_id',
    'fork_session_id',
    'fork_boundary',
    'slug',
    'directory',
    'title',
    'version',
    'cost',
    'revert',
    'model',
    'time_created',
    'time_updated',
  ],
  session_message: ['id', 'session_id', 'type', 'seq', 'time_created', 'time_updated', 'data'],
} as const

/** A database as OpenCode 2 leaves it, in which times say nothing of the order; `more` is run besides. */
export function createNewerStore(path: string, sessions: readonly SessionFixture[], more = ''): void {
  const database = new Database(path)
  for (const [table, names] of Object.entries(columns))
    database.exec(`create table ${table} (${names.join(', ')})`)
  const insert = (table: keyof typeof columns, values: Values): void => {
    const names = columns[table].filter((name) => name in values)
    const marks = names.map(() => '?').join(', ')
    database.prepare(`insert into ${table} (${names.join(', ')}) values (${marks})`).run(
      names.map((name) => {
        const value = values[name]
        return typeof value === 'object' && value !== null ? JSON.stringify(value) : value
      }),
    )
  }
  for (const { rows, ...session } of sessions) {
    insert('session_v2', {
      directory: '/work',
      title: `Title of ${session.id}`,
      version: '2.3.2',
      time_created: 1000,
      time_updated: 2000,
      ...session,
    })
    rows.forEach(([type, data, own = {}], at) =>
      insert('session_message', {
        id: `msg_${session.id}_${at + 1}`,
        session_id: session.id,
        type,
        seq: at + 1,
        time_created: 9000 - at,
        time_updated: 9000,
        data,
        ...own,
      }),
    )
  }
  database.exec(more)
  database.close()
}

/** Something that a person typed. */
export const types = (text: string, more: Values = {}): RowFixture => ['user', { text, ...more }]

/** An answer of a model, with words or parts. */
export const answers = (content: string | readonly Values[], more: Values = {}): RowFixture => [
  'assistant',
  {
    model: { providerID: 'p', id: 'm' },
    content: typeof content === 'string' ? [{ type: 'text', text: content }] : content,
    finish: 'stop',
    cost: 0.5,
    tokens: { input: 10, output: 5, reasoning: 2, cache: { read: 100, write: 20 } },
    time: { created: 1, completed: 2 },
    ...more,
  },
]

/** A condensation. */
export const compacts = (more: Values = {}): RowFixture => [
  'compaction',
  { status: 'completed', reason: 'auto', summary: '## Objective', recent: '[User]: kept', ...more },
]
