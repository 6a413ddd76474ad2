import { describe, expect, it } from 'vitest'
import { parseLinkCommand } from './deep-link.ts'

describe('parseLinkCommand', () => {
  it.each([
    ['dewpoint://run/r-1_a', 'navigate:/run/r-1_a'],
    ['dewpoint://experiment/sample', 'navigate:/experiment/sample'],
    ['dewpoint://experiments', 'navigate:/experiments'],
    ['dewpoint://task/t1', 'navigate:/task/t1/messages'],
    ['dewpoint://task/t1/', 'navigate:/task/t1/messages'],
    ['dewpoint://home', 'navigate:/home'],
    ['dewpoint://library', 'navigate:/library'],
    ['dewpoint://settings/', 'navigate:/settings'],
    ['dewpoint://task/t1/condensations', 'navigate:/task/t1/condensations'],
    ['dewpoint://task/t1/condensation/12', 'navigate:/task/t1/condensation/12'],
    ['dewpoint://when/t1', 'navigate:/when/t1'],
  ])('reads %s as %s', (link, command) => {
    expect(parseLinkCommand(link)).toBe(command)
  })

  it.each([
    '',
    'dewpoint://',
    'dewpoint://run',
    'dewpoint://unknown',
    'dewpoint://run/a/b',
    'dewpoint://task/t1/elsewhere',
    'dewpoint://task/t1/messages/4',
    'dewpoint://task/t1/condensation',
    'dewpoint://task/t1/condensation/0',
    'dewpoint://task/t1/condensation/1/smart',
    'dewpoint://task/t1/condensation/1/smart/2',
    'dewpoint://run/%2e%2e',
    'dewpoint://run/<script>',
    'https://run/r1',
    '/home/a/dewpoint:',
  ])('reads nothing in %j', (link) => {
    expect(parseLinkCommand(link)).toBeUndefined()
  })
})
