import { join, resolve } from 'node:path'
import { compose, type Dewpoint } from '../../compose.ts'

export const resourcesFolder = resolve(import.meta.dirname, '../../../../resources')

/** The whole engine over a data folder inside `folder`, with its worker run from source. Any path may be read. */
export function startDewpoint(folder: string): Promise<Dewpoint> {
  return compose({
    door: 'command-line',
    dataFolder: join(folder, 'data'),
    access: { resolve: (source) => (source.kind === 'path' ? source.path : ''), roots: () => [folder] },
    resourcesFolder,
    workerFile: resolve(import.meta.dirname, '../../workers/worker.ts'),
  })
}
