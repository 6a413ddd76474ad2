import { describe, expect, it } from 'vitest'
import { readAddress } from './address.ts'
import { DatabaseFailure } from './database-failure.ts'
import { requireAddress } from './testing/require-address.ts'

describe('an address', () => {
  it.each(['mysql://x', '', 'postgres://a:b@[', 'localhost'])('that is none is refused: %s', (text) => {
    const read = readAddress(text)
    expect('fault' in read && read.fault).toMatch(/postgres:\/\/user@host:5432\/database/)
  })

  it.each([
    'postgres://me:12/s3cret@db/x',
    'postgres://me:12#s3cret@db/x',
    'postgres://me:12?s3cret@db/x',
    'postgres://s3/cret@db/x',
  ])('that a password has cut short is refused, and none of it is shown: %s', (text) => {
    const read = readAddress(text)
    expect('fault' in read && read.fault).toMatch(/%xx/)
    expect(JSON.stringify(read)).not.toContain('s3cret')
  })

  it.each(['postgres://db/x?user=me@server', 'postgres://me@db/x?application_name=a@b'])(
    'may have an @ in its options: %s',
    (text) => {
      expect(requireAddress(text).shown).toBe('postgres://db/x')
    },
  )

  it('is taken out of whatever is said', () => {
    const { clean, shown } = requireAddress('postgres://me:p%23ss@db/x?sslmode=require')
    expect(clean('failed for postgres://me:p%23ss@db/x?sslmode=require with p#ss')).toBe(
      'failed for *** with ***',
    )
    expect(shown).toBe('postgres://db/x')
  })

  it.each([
    ['postgres://db/x?sslmode=require', 'postgres://db/x?sslmode=verify-full'],
    ['postgres://db/x?a=b&sslmode=prefer&c=d', 'postgres://db/x?a=b&sslmode=verify-full&c=d'],
    ['postgres://db/x?sslmode=no-verify', 'postgres://db/x?sslmode=no-verify'],
    [
      'postgres://db/x?sslmode=require&uselibpqcompat=true',
      'postgres://db/x?sslmode=require&uselibpqcompat=true',
    ],
  ])('has its certificate checked wherever TLS is asked for: %s', (text, connectionString) => {
    expect(requireAddress(text).connectionString).toBe(connectionString)
  })

  it.each([
    ['DEPTH_ZERO_SELF_SIGNED_CERT', /sslrootcert=.*sslmode=no-verify/],
    ['ERR_TLS_CERT_ALTNAME_INVALID', /for another name/],
    ['ECONNREFUSED', /can be reached from here/],
  ])('gets a hint by why it cannot be used: %s', (code, hint) => {
    const failure = new DatabaseFailure(
      requireAddress('postgres://db/x'),
      Object.assign(new Error('no'), { code }),
    )
    expect(failure.hint).toMatch(hint)
  })
})
