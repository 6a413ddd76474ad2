import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answerPageRequest } from './protocol.ts'

let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewpoint-protocol-'))
  await writeFile(join(folder, 'index.html'), '<!doctype html>')
})

afterAll(() => rm(folder, { recursive: true, force: true }))

describe('the page protocol', () => {
  it('serves the page with a policy that allows no inline script', async () => {
    const response = await answerPageRequest(folder, { method: 'GET', url: 'app://dewpoint/index.html' })
    expect(response.status).toBe(200)
    const policy = response.headers.get('Content-Security-Policy') ?? ''
    expect(policy).toContain("script-src 'self';")
  })

  it.each([
    ['GET', 'app://other/index.html'],
    ['GET', 'app://dewpoint/none.html'],
    ['GET', 'app://dewpoint/..%2findex.html'],
    ['GET', 'app://dewpoint/%2e%2e%2f%2e%2e%2fetc/passwd'],
    ['POST', 'app://dewpoint/index.html'],
  ])('has no answer to %s %s, and its refusal carries the policy too', async (method, url) => {
    const response = await answerPageRequest(folder, { method, url })
    expect(response.status).toBe(404)
    expect(response.headers.get('Content-Security-Policy')).toContain("default-src 'none'")
  })
})
