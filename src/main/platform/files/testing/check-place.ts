import { join } from 'node:path'
import { FileFailure } from '../file-failure.ts'
import { createSourceGuard } from '../source-guard.ts'

/** Says what the guard says of places in a folder; run in a space of mounts of its own. */
const [folder = ''] = process.argv.slice(2)
const guard = createSourceGuard({
  known: async () => ({ sources: [join(folder, 'alone.json')], folders: [] }),
  wide: [],
})
for (const place of ['mounted/new.json', 'mounted/a/b/new.json', 'mounted.json', 'out/new.json']) {
  const said = await guard.check(join(folder, place)).then(
    () => 'free',
    (error: unknown) => (error instanceof FileFailure ? error.code : String(error)),
  )
  process.stdout.write(`${place} ${said}\n`)
}
