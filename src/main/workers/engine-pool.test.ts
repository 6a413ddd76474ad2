import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { createEnginePool, type EnginePool } from './engine-pool.ts'

const folder = mkdtempSync(join(tmpdir(), 'dewpoint-pool-'))
let pool: EnginePool | undefined
afterEach(async () => {
  await pool?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A worker whose count ends only once somebody has asked it for rows. */
const interleaving = `
let release
const asked = new Promise((resolve) => { release = resolve })
export async function runJob({ name }) {
  if (name === 'inspectTask') await asked
  else release()
  return { output: name, heldBytes: 0 }
}
`

it('answers for the screen while it counts', async () => {
  const file = join(folder, 'worker.mjs')
  writeFileSync(file, interleaving)
  pool = createEnginePool(file)
  const source = { hash: 'x', bytes: new Uint8Array() }
  const counted = pool.run('inspectTask', { source, usage: { requests: [], condensations: [] } })
  expect(await pool.run('listMessages', { source })).toBe('listMessages')
  expect(await counted).toBe('inspectTask')
})
