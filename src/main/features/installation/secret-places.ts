import { sep } from 'node:path'

/** Folders of the system that hold its devices, its settings and what its processes know. */
const systemFolders = ['/proc', '/sys', '/dev', '/etc', '/boot', '/private/etc']
/** Memory that programs use as a temporary folder. */
const exceptions = ['/dev/shm']
/** Names of folders in which people and their tools keep keys, wherever they lie. */
const secretNames: ReadonlySet<string> = new Set([
  '.ssh',
  '.gnupg',
  '.aws',
  '.azure',
  '.kube',
  '.docker',
  '.password-store',
  'gcloud',
  'Keychains',
])

/** The folder with secrets of a system or of a person that a real path lies in; null for any other path. */
export function findSecretPlace(path: string): string | null {
  const isIn = (folder: string): boolean => path === folder || path.startsWith(`${folder}/`)
  if (exceptions.some(isIn)) return null
  const system = systemFolders.find(isIn)
  if (system !== undefined) return system
  const steps = path.split(sep)
  const at = steps.findIndex((step) => secretNames.has(step))
  return at === -1 ? null : steps.slice(0, at + 1).join(sep)
}
