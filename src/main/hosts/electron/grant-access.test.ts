import { describe, expect, it } from 'vitest'
import { createGrantAccess } from './grant-access.ts'
import { createGrants } from './grants.ts'

function accessWithGrant() {
  const grants = createGrants({ now: () => 0, randomToken: () => 'token', lifetimeMs: 1000 })
  return { access: createGrantAccess(grants), token: grants.issue('/home/a/task') }
}

describe('file access of the desktop', () => {
  it('opens what was granted, once', () => {
    const { access, token } = accessWithGrant()
    expect(access.resolve({ kind: 'grant', token })).toBe('/home/a/task')
    expect(() => access.resolve({ kind: 'grant', token })).toThrow(/used before/)
  })

  it('opens no path that the page names, not even a granted one', () => {
    const { access } = accessWithGrant()
    expect(() => access.resolve({ kind: 'path', path: '/home/a/task' })).toThrow(/may not open a path/)
  })

  it('has no folder browser', () => {
    expect(accessWithGrant().access.roots()).toEqual([])
  })
})
