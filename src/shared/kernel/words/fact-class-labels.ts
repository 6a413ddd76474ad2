import type { FactClassId } from '../fact.ts'

/** What classes of facts are called: several of them, and one. */
export const factClassLabels: Readonly<Record<FactClassId, { readonly many: string; readonly one: string }>> =
  {
    path: { many: 'Paths', one: 'path' },
    symbol: { many: 'Symbols', one: 'symbol' },
    url: { many: 'URLs', one: 'URL' },
    error: { many: 'Errors', one: 'error' },
    quantity: { many: 'Versions and numbers', one: 'number' },
    command: { many: 'Commands', one: 'command' },
    decision: { many: 'Decisions', one: 'decision' },
    constraint: { many: 'Constraints', one: 'constraint' },
    'open-task': { many: 'Open tasks', one: 'open task' },
    value: { many: 'User’s values', one: 'value of the user' },
  }
