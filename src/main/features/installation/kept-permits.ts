import { allowedFoldersKey as key, allowedFoldersSchema } from '../../platform/store/allowed-folders.ts'
import type { CoreServices } from '../common/core-services.ts'

type PermitServices = {
  readonly access: CoreServices['access']
  readonly store: Pick<CoreServices['store'], 'preferences'>
}

/** Lets the access of this door read again what was allowed at an earlier start. */
export async function readAllowedFolders({ access, store }: PermitServices): Promise<void> {
  if (access.permits === undefined) return
  const stored = allowedFoldersSchema.catch([]).parse((await store.preferences.all())[key])
  for (const folder of stored) access.permits.allow(folder)
}

/** Keeps what is allowed now. */
export async function writeAllowedFolders({ access, store }: PermitServices): Promise<void> {
  if (access.permits !== undefined) await store.preferences.set(key, [...access.permits.list()])
}
