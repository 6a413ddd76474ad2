import { describe, expect, it } from 'vitest'
import { sessionHeader } from '../../../shared/library/session-header-contract.ts'
import { readSession, buildSessionHeaders } from './session-cookie.ts'

const id = 'a'.repeat(22) + 'b'.repeat(21)
const cookie = `dewpoint-session-4100=${'a'.repeat(22)}`
const page = { [sessionHeader]: 'b'.repeat(21) }

describe('the session cookie', () => {
  it('is kept from scripts and from other sites, and holds half of the session', () => {
    expect(buildSessionHeaders(4100, id)).toEqual({
      'Set-Cookie': `${cookie}; Path=/; HttpOnly; SameSite=Strict`,
      ...page,
    })
  })

  it('is read back among others, with the half of the page', () => {
    expect(readSession(4100, { cookie: `theme=dark; ${cookie}; x=1`, ...page })).toBe(id)
  })

  it.each([
    undefined,
    '',
    cookie.replace('4100', '4101'),
    `x${cookie}`,
    'id',
    `${cookie}b`,
    `dewpoint-session-4100=${id}`,
  ])('is not found in %j', (header) => {
    expect(
      readSession(4100, { ...(header === undefined ? {} : { cookie: header }), ...page }),
    ).toBeUndefined()
  })

  it('opens nothing by itself', () => {
    expect(readSession(4100, { cookie })).toBeUndefined()
    expect(readSession(4100, { cookie: `dewpoint-session-4100=${id}`, [sessionHeader]: '' })).toBeUndefined()
  })
})
