import { describeError } from '../../../shared/kernel/describe-error.ts'
import type { DatabaseAddress } from './address.ts'

const untrusted =
  'Its certificate is not trusted here: add sslrootcert=<file of its root> to the address, or sslmode=no-verify to encrypt without checking who answers.'

/** What PostgreSQL's codes mean to a person. */
const hints: Readonly<Record<string, string>> = {
  '28P01': 'User or password are not those of the database.',
  '28000': 'The database does not let this user in from here.',
  '3D000': 'There is no database of this name: create it first.',
  '42501': 'The user may not do this: it has to own the database, or the schemas dewpoint and dewpoint_jobs.',
  '25006':
    'It takes no changes: it is a copy of another server, or set to be read only. Name the one that is written to.',
  '42P07': 'Something else has tables in its schema dewpoint: use a database of its own.',
  ENOTFOUND: 'There is no machine of this name.',
  ENOENT: 'Its address names a file that is not here.',
  '53100': 'The disk of the database is full.',
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  CERT_HAS_EXPIRED: 'Its certificate has expired: renew it on the server.',
  ERR_TLS_CERT_ALTNAME_INVALID:
    'Its certificate is for another name: write the name that is in it into the address.',
}

/** A shared database that cannot do what it was asked for. Its message holds nothing of the password. */
export class DatabaseFailure extends Error {
  override readonly name = 'DatabaseFailure'
  readonly where: string
  readonly hint: string

  constructor(address: Pick<DatabaseAddress, 'shown' | 'clean'>, error: unknown) {
    const first: unknown = error instanceof AggregateError ? error.errors[0] : error
    const why = describeError(first)
    const code: unknown = first instanceof Error && 'code' in first ? first.code : ''
    super(`The shared database could not do this: ${address.clean(why)}`)
    this.where = address.shown
    this.hint = hints[String(code)] ?? explainHint(why)
  }
}

/** What the driver says without a code. */
function explainHint(why: string): string {
  if (/password must be a/.test(why))
    return 'It wants a password: set PGPASSWORD, or write it into ~/.pgpass.'
  if (/does not support SSL/.test(why))
    return 'Leave sslmode out of its address, or set up TLS on the server.'
  if (/newer Dewpoint/.test(why)) return 'Update Dewpoint on this machine.'
  return 'Check that it runs and can be reached from here.'
}
