import { describe, expect, it } from 'vitest'
import { pageHeaders } from './page-headers.ts'

function directives(): Map<string, readonly string[]> {
  const policy = pageHeaders['Content-Security-Policy'] ?? ''
  return new Map(
    policy.split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ')
      return [name, sources]
    }),
  )
}

describe('the headers of the page', () => {
  it('allow nothing that no directive names', () => {
    expect(directives().get('default-src')).toEqual(["'none'"])
  })

  it('allow scripts from the page itself only, neither inline nor evaluated', () => {
    expect(directives().get('script-src')).toEqual(["'self'"])
  })

  it('let the page talk to its own origin only', () => {
    expect(directives().get('connect-src')).toEqual(["'self'"])
  })

  it.each(['base-uri', 'form-action', 'frame-ancestors'])('forbid %s altogether', (name) => {
    expect(directives().get(name)).toEqual(["'none'"])
  })

  it('name no outside host in any directive', () => {
    expect(
      [...directives().values()].flat().filter((source) => source.includes('.') || source.includes('*')),
    ).toEqual([])
  })
})
