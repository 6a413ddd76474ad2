import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { replayPolicySchema } from './replay-policy-schema.ts'

const file = join(import.meta.dirname, '..', 'resources', 'replay', 'replay-policy.schema.json')

it('the published schema of policies is what `npm run schemas` writes now', () => {
  const published: unknown = JSON.parse(readFileSync(file, 'utf8'))
  expect(published).toEqual(JSON.parse(JSON.stringify(replayPolicySchema())))
})
