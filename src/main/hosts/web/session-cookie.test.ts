import { describe, expect, it } from 'vitest'
import { readSessionCookie, sessionCookie } from './session-cookie.ts'

describe('the session cookie', () => {
  it('is kept from scripts and from other sites', () => {
    expect(sessionCookie(4100, 'id')).toMatch(/; HttpOnly; SameSite=Strict$/)
  })

  it('is read back among others', () => {
    expect(readSessionCookie(4100, 'theme=dark; dewpoint-session-4100=id=; x=1')).toBe('id=')
  })

  it.each([undefined, '', 'dewpoint-session-4101=id', 'xdewpoint-session-4100=id', 'id'])(
    'is not found in %j',
    (header) => {
      expect(readSessionCookie(4100, header)).toBeUndefined()
    },
  )
})
