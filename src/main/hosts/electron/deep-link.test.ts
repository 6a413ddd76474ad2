import { describe, expect, it } from 'vitest'
import { parseLinkCommand } from './deep-link.ts'

describe('commandForLink', () => {
  it.each([
    ['dewpoint://run/r-1_a', 'navigate:/run/r-1_a'],
    ['dewpoint://experiment/sample', 'navigate:/experiment/sample'],
    ['dewpoint://experiments', 'navigate:/experiments'],
    ['dewpoint://task/t1', 'navigate:/task/t1/messages'],
    ['dewpoint://task/t1/', 'navigate:/task/t1/messages'],
    ['dewpoint://home', 'navigate:/home'],
    ['dewpoint://library', 'navigate:/library'],
    ['dewpoint://doctor/', 'navigate:/doctor'],
  ])('reads %s as %s', (link, command) => {
    expect(parseLinkCommand(link)).toBe(command)
  })

  it.each([
    '',
    'dewpoint://',
    'dewpoint://run',
    'dewpoint://unknown',
    'dewpoint://run/a/b',
    'dewpoint://run/%2e%2e',
    'dewpoint://run/<script>',
    'https://run/r1',
    '/home/a/dewpoint:',
  ])('reads nothing in %j', (link) => {
    expect(parseLinkCommand(link)).toBeUndefined()
  })
})
