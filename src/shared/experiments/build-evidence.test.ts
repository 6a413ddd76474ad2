import { expect, it } from 'vitest'
import { buildEvidence } from './build-evidence.ts'

it('says each step of a resume check with what is wrong with it', () => {
  const blocks = buildEvidence(
    {
      kind: 'resume',
      full: [{ action: { tool: null, input: '', text: 'Done.' }, result: 'none', findings: [] }],
      condensed: [
        {
          action: { tool: 'run', input: '{}', text: '' },
          result: 'continuation',
          findings: [
            { kind: 'repeat', what: 'npm test', messageIndex: 7 },
            { kind: 'contradiction', target: 'npm', rule: 'Never run npm.' },
          ],
        },
      ],
      bans: [],
      answers: [],
      notes: ['One was left out.'],
    },
    'count',
  )
  expect(blocks).toMatchObject([
    { lines: ['The user forbids no command and no path by name, so no ban was checked.'] },
    {
      rows: [
        ['The full context', 'no call: Done.', 'not in the record, ends here', { text: '✓ none' }],
        [
          'The condensed context',
          'run {}',
          'result as recorded after the cut',
          { text: '✗ Repeats what message #7 did: npm test Breaks a ban on npm: “Never run npm.”' },
        ],
      ],
    },
    { lines: ['One was left out.'] },
  ])
})
