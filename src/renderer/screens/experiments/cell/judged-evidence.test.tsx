import { within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Evidence } from '../../../../shared/kernel/evidence.ts'
import { drawPanel } from '../testing/draw-evidence.tsx'

describe('judged evidence', () => {
  const answer = {
    label: 'grades',
    model: 'sonnet',
    profileId: 'p',
    prompt: 'probe-grade@1',
    text: 'raw words',
  }

  it('shows a probe with its grades and the raw answer', () => {
    const grades = {
      accuracy: 5,
      'context-awareness': 4,
      'artifact-trail': 3,
      completeness: 2,
      continuity: 1,
      'instruction-following': 0,
    }
    const probe = {
      probeClass: 'recall' as const,
      question: 'Which port?',
      reference: '8080',
      answer: '80',
      grades,
      comment: '',
    }
    const { panel } = drawPanel({
      kind: 'probes',
      probes: [probe],
      controls: [{ from: 'full', grades: [4.5], given: ['Port 8080'] }],
      answers: [answer],
      notes: ['Two were left out.'],
    })
    expect(panel.textContent).toContain('2.5 of 5, 4.5 from the full history')
    expect(panel.textContent).toContain('From the full history (4.5)Port 8080')
    expect(panel.textContent).toContain('Accuracy 5, Context awareness 4')
    expect(panel.textContent).toContain('Instruction following 0')
    expect(panel.textContent).toContain('Two were left out.')
    expect(panel.textContent).toContain('raw words')
    expect(panel.textContent).not.toContain('The grader says')
  })

  it.each([
    [[], false, 'No judge was asked.'],
    [
      ['candidate', 'candidate'],
      false,
      'Shown first, the judge preferred this variant. Shown second, this variant.',
    ],
    [['candidate', 'baseline'], true, 'The order decided, so this says little.'],
    [['tie'], false, 'Shown first, the judge preferred neither.'],
  ] as const)('says whom a judge preferred: %o', (verdicts, isFlipped, text) => {
    const { panel } = drawPanel({ kind: 'pairwise', verdicts, isFlipped, answers: [], notes: [] })
    expect(panel.textContent).toContain(text)
    expect(panel.textContent?.includes('The order decided')).toBe(isFlipped)
  })

  it('shows the steps of a resume check with their results, what is wrong with them, and what was forbidden', () => {
    const step = (
      tool: string,
      findings: Extract<Evidence, { kind: 'resume' }>['full'][number]['findings'],
    ) => ({
      action: { tool, input: '{"path":"src/a.ts"}', text: '' },
      result: 'history' as const,
      findings,
    })
    const { panel } = drawPanel({
      kind: 'resume',
      full: [step('read_file', [])],
      condensed: [step('read_file', [{ kind: 're-read', path: 'src/a.ts', messageIndex: 4 }])],
      bans: [{ rule: 'Never touch vendor files.', kind: 'path', target: 'vendor' }],
      answers: [answer],
      notes: [],
    })
    expect(panel.textContent).toContain('Checked: changes of vendor.')
    const rows = within(panel)
      .getAllByRole('row')
      .map(({ textContent }) => textContent)
    expect(rows[1]).toContain('The full contextread_file {"path":"src/a.ts"}')
    expect(rows[1]).toContain('✓ none')
    expect(rows[2]).toContain('✗ Reads src/a.ts again, although message #4 shows it.')
    expect(panel.textContent).toContain('raw words')
  })

  it('shows the next action from both contexts, and the recorded one where there is one', () => {
    const action = (tool: string | null) => ({ tool, input: '{}', text: 'go on' })
    const evidence = {
      kind: 'next-action',
      full: action('read_file'),
      condensed: action(null),
      recorded: null,
      answers: [],
      notes: [],
    } as const
    const { panel } = drawPanel(evidence)
    const rows = within(panel)
      .getAllByRole('row')
      .map(({ textContent }) => textContent)
    expect(rows).toHaveLength(3)
    expect(rows[1]).toBe('The full contextread_file{}go on')
    expect(rows[2]).toBe('The condensed contextnone{}go on')
  })
})
