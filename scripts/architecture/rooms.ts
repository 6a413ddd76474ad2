/** A part of the house as it is drawn: files below a folder, without those of rooms that lie deeper in it. */
export type Room = {
  readonly id: string
  readonly label: string
  /** `*` is the name of a capability. */
  readonly folders: readonly string[]
}

/** The rooms, from the doors to what everything stands on. */
export const rooms: readonly Room[] = [
  { id: 'cli', label: 'cli', folders: ['src/main/cli'] },
  { id: 'hosts', label: 'hosts: browser and desktop', folders: ['src/main/hosts'] },
  { id: 'compose', label: 'compose: the wiring', folders: ['src/main'] },
  { id: 'api', label: 'api: the router', folders: ['src/main/api'] },
  { id: 'commands', label: 'features/*/commands', folders: ['src/main/features/*/commands'] },
  { id: 'terminal', label: 'terminal', folders: ['src/main/terminal'] },
  { id: 'services', label: 'features/*: services and handlers', folders: ['src/main/features/*'] },
  { id: 'pool', label: 'jobs: the pool of threads', folders: ['src/main/jobs'] },
  { id: 'jobs', label: 'features/*/jobs', folders: ['src/main/features/*/jobs'] },
  { id: 'compute', label: 'features/*/compute', folders: ['src/main/features/*/compute'] },
  { id: 'platform', label: 'platform: store, models, queue, workers, log', folders: ['src/main/platform'] },
  { id: 'files', label: 'platform/files', folders: ['src/main/platform/files'] },
  { id: 'agents', label: 'agents', folders: ['src/main/agents'] },
  { id: 'record', label: 'record', folders: ['src/main/record'] },
  { id: 'methods', label: 'methods', folders: ['src/main/methods'] },
  { id: 'measure', label: 'measure', folders: ['src/main/measure'] },
  { id: 'kernel', label: 'kernel', folders: ['src/main/kernel'] },
  { id: 'library', label: 'packages/condense', folders: ['packages/condense/src'] },
  { id: 'app', label: 'app: the frame', folders: ['src/renderer', 'src/renderer/app'] },
  { id: 'screens', label: 'screens/*', folders: ['src/renderer/screens'] },
  { id: 'data', label: 'data: the API in the page', folders: ['src/renderer/data'] },
  { id: 'ui', label: 'ui: the kit', folders: ['src/renderer/ui'] },
  { id: 'lib', label: 'lib', folders: ['src/renderer/lib'] },
  { id: 'shared', label: 'shared: contracts, types, words', folders: ['src/shared'] },
]

/** The room of a file, or null for a file outside of all. */
export function findRoom(file: string): string | null {
  const steps = file.split('/')
  const held = rooms.flatMap(({ id, folders }) =>
    folders.flatMap((folder) => {
      const own = folder.split('/')
      const isHeld = own.length < steps.length && own.every((step, at) => step === '*' || step === steps[at])
      return isHeld ? [{ id, depth: own.length }] : []
    }),
  )
  return held.toSorted((one, other) => other.depth - one.depth)[0]?.id ?? null
}
