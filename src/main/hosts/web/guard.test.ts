import { describe, expect, it } from 'vitest'
import { guard, type GuardedRequest } from './guard.ts'

const port = 4100

const call: GuardedRequest = {
  method: 'POST',
  pathname: '/rpc/tasks/list',
  host: '127.0.0.1:4100',
  origin: 'http://127.0.0.1:4100',
  fetchSite: 'same-origin',
  session: 'open',
}

describe('the guard', () => {
  it.each<[string, Partial<GuardedRequest>, string]>([
    ['a call of the page', {}, 'rpc'],
    ['a call by the name localhost', { host: 'localhost:4100', origin: 'http://localhost:4100' }, 'rpc'],
    ['a call of a client that is no browser', { fetchSite: undefined }, 'rpc'],
    ['an exchange of the token without a session', { pathname: '/session', session: 'none' }, 'session'],
    [
      'the page without a session',
      { method: 'GET', pathname: '/', origin: undefined, session: 'none' },
      'asset',
    ],
    [
      'a page opened from elsewhere',
      { method: 'GET', pathname: '/', origin: undefined, fetchSite: 'none' },
      'asset',
    ],
  ])('lets %s through', (_what, change, admission) => {
    expect(guard({ ...call, ...change }, port)).toBe(admission)
  })

  it.each<[string, Partial<GuardedRequest>, number]>([
    ['no host', { host: undefined }, 403],
    [
      'a name that was bound to this machine',
      { host: 'evil.example:4100', origin: 'http://evil.example:4100' },
      403,
    ],
    ['the right name with another port', { host: '127.0.0.1:4101' }, 403],
    ['the right name without a port', { host: '127.0.0.1' }, 403],
    ['a host that only starts right', { host: '127.0.0.1:4100.evil.example' }, 403],
    ['a rebound host that asks for the page', { method: 'GET', pathname: '/', host: 'evil.example' }, 403],
    ['another origin', { origin: 'https://evil.example' }, 403],
    ['another local server', { origin: 'http://127.0.0.1:8080' }, 403],
    ['the other of our two names', { origin: 'http://localhost:4100' }, 403],
    ['no origin', { origin: undefined }, 403],
    ['an opaque origin', { origin: 'null' }, 403],
    ['a cross-site call with a forged origin', { fetchSite: 'cross-site' }, 403],
    ['a same-site call of another port', { fetchSite: 'same-site' }, 403],
    ['a token from another origin', { pathname: '/session', origin: 'https://evil.example' }, 403],
    ['a call without a session', { session: 'none' }, 401],
    ['a call of a session that has ended', { session: 'ended' }, 401],
    ['a call by GET', { method: 'GET' }, 405],
    ['a preflight', { method: 'OPTIONS' }, 405],
    ['a write to the page', { method: 'POST', pathname: '/index.html' }, 405],
    ['a delete', { method: 'DELETE', pathname: '/' }, 405],
  ])('turns away %s', (_what, change, status) => {
    expect(guard({ ...call, ...change }, port)).toMatchObject({ status })
  })
})
