import { CliFailure } from '../cli-failure.ts'
import type { CommandContext } from '../context.ts'

/** The option that names a shared database. A password on the command line can be seen by others on the machine. */
export const databaseOption = [
  '--database [url]',
  'shared PostgreSQL database, postgres://user@host/name (default: the one in DEWPOINT_DATABASE)',
] as const

/** The address that `--database` names, or the environment; a failure where neither does. */
export function requireDatabaseAddress(named: string | true, { env }: Pick<CommandContext, 'env'>): string {
  const address = named === true ? (env['DEWPOINT_DATABASE'] ?? '') : named
  if (address !== '') return address
  throw new CliFailure({
    message: 'Nothing says which database.',
    where: '--database',
    hint: 'Name one, such as `--database postgres://user@host/name`, or set DEWPOINT_DATABASE.',
  })
}
