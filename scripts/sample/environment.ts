/** What the agent appends to every message of the user's side. */
export type Surroundings = {
  readonly nowMs: number
  readonly costUsd: number
  readonly openPaths: readonly string[]
  readonly todos: readonly string[]
  /** Present at the start only. */
  readonly files?: readonly string[]
}

const states: Readonly<Record<string, string>> = { x: 'Completed', '-': 'In Progress', ' ': 'Pending' }

/** The `<environment_details>` block. */
export function environmentDetails({ nowMs, costUsd, openPaths, todos, files }: Surroundings): string {
  return [
    '<environment_details>',
    '# VSCode Visible Files',
    openPaths[0] ?? '',
    '',
    '# VSCode Open Tabs',
    openPaths.join(','),
    '',
    '# Current Time',
    `Current time in ISO 8601 UTC format: ${new Date(nowMs).toISOString()}`,
    'User time zone: Europe/Oslo, UTC+1:00',
    '',
    '# Current Cost',
    `$${costUsd.toFixed(2)}`,
    '',
    '# Current Mode',
    '<slug>code</slug>',
    '<name>Code</name>',
    '<model>anthropic/claude-sonnet-4.5</model>',
    '',
    ...(files === undefined
      ? []
      : ['', '# Current Workspace Directory (/home/mara/code/harbour) Files', ...files]),
    ...reminders(todos),
    '</environment_details>',
  ].join('\n')
}

function reminders(todos: readonly string[]): readonly string[] {
  if (todos.length === 0) return []
  const rows = todos.map((todo, index) => {
    const state = states[todo.charAt(1)] ?? 'Pending'
    return `| ${index + 1} | ${todo.slice(4)} | ${state} |`
  })
  return [
    '====',
    '',
    'TODO LIST',
    '',
    '| # | Content | Status |',
    '|---|---------|--------|',
    ...rows,
    '',
    'Keep this list up to date with `update_todo_list` as the work goes on.',
    '',
  ]
}
