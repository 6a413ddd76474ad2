import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { gateSchema } from './gate-schema.ts'

const file = join(import.meta.dirname, '..', 'resources', 'gate', 'gate.schema.json')

it('the published schema of gates is what `npm run schemas` writes now', () => {
  const published: unknown = JSON.parse(readFileSync(file, 'utf8'))
  expect(published).toEqual(JSON.parse(JSON.stringify(gateSchema())))
})
