import { describe, expect, it } from 'vitest'
import { gradeDimensions, probeClasses } from '../../../shared/kernel/evidence.ts'
import type { Message } from '../../../shared/kernel/message.ts'
import { ModelFailure } from '../../kernel/language-model.ts'
import { readRequestText, type AskedModel } from '../../kernel/testing/model-by.ts'
import { conversationFor } from '../../kernel/testing/run-on.ts'
import type { Subject } from '../metrics/subject.ts'
import { createKeptSubject } from '../testing/condensation-of.ts'
import { judgeBy, judgeContext } from '../testing/judge-by.ts'
import { probeGrades } from './probe-grades.ts'

const messages: Message[] = [
  { role: 'user', content: 'Fix the parser. Never touch vendor files.' },
  { role: 'assistant', content: 'The cause is in src/parser.ts, line 40.' },
  { role: 'user', content: 'Go on.' },
]
const source = conversationFor(messages)
const subject = (kept = [0, 2]): Subject => createKeptSubject(source, kept)

const questions = probeClasses.map((name, index) => ({
  class: name,
  question: `Question ${index + 1}?`,
  reference: `Reference ${index + 1}`,
}))
const buildGrades = (grade: number) =>
  Object.fromEntries(gradeDimensions.map((dimension) => [dimension, grade]))
/** Grades 1, 2, 3, 4 for the four questions, given from last to first. */
const graded = questions
  .map((_, index) => ({ number: index + 1, grades: buildGrades(index + 1), comment: `Comment ${index + 1}` }))
  .toReversed()
const script: Record<string, object | string> = {
  questions: { probes: questions },
  answers: { answers: questions.map((_, index) => ({ number: index + 1, answer: `Answer ${index + 1}` })) },
  grades: { graded },
}
const judge = (more: typeof script = {}): AskedModel =>
  judgeBy((label) => ({ ...script, ...more })[label.replace(/ from .*/, '')] ?? '')

const measureProbeGrades = (own: Subject, model: AskedModel, probes = 4) =>
  Promise.all(probeGrades.map(({ measure }) => measure(own, judgeContext(model, { probes }))))

describe('probes', () => {
  it('are graded by the mean over questions and dimensions, in all and by class, and answered from everything and from nothing', async () => {
    const model = judge()
    const measured = await measureProbeGrades(subject(), model)
    expect(measured.map((own) => own.kind === 'measured' && own.value)).toEqual([2.5, 1, 2, 3, 4, 2.5, 2.5])
    expect(model.asked.map(({ label }) => label)).toEqual([
      'Measurement: questions',
      'Measurement: answers',
      'Measurement: grades',
      'Measurement: answers from full',
      'Measurement: grades from full',
      'Measurement: answers from nothing',
      'Measurement: grades from nothing',
    ])
  })

  it('are asked anew where another number of them is wanted', async () => {
    const [model, own] = [judge(), subject()]
    await measureProbeGrades(own, model, 4)
    await measureProbeGrades(own, model, 6)
    expect(model.asked).toHaveLength(14)
  })

  it('keep question, reference, answer, every grade, and what the judge said', async () => {
    const [, recall] = await measureProbeGrades(subject(), judge())
    const probe = {
      probeClass: 'recall',
      question: 'Question 1?',
      reference: 'Reference 1',
      answer: 'Answer 1',
      grades: buildGrades(1),
      comment: 'Comment 1',
    }
    expect(recall).toMatchObject({ evidence: { kind: 'probes', probes: [probe], notes: [] } })
    expect(
      recall?.kind === 'measured' && recall.evidence.kind === 'probes' && recall.evidence.answers,
    ).toEqual(
      [
        'questions',
        'answers',
        'grades',
        'answers from full',
        'grades from full',
        'answers from nothing',
        'grades from nothing',
      ].map((label) => ({
        label,
        model: 'Scripted',
        profileId: 'scripted',
        prompt: `probe-${label.replace(/ from .*/, '')}@1`,
        text: JSON.stringify(script[label.replace(/ from .*/, '')]),
      })),
    )
  })

  it('are asked of the source in the same words whatever was made of it', async () => {
    const [one, two] = [judge(), judge()]
    await measureProbeGrades(subject([0]), one)
    await measureProbeGrades(subject([2]), two)
    const listAskedQuestions = ({ asked }: AskedModel) => ({ ...asked[0], signal: null })
    expect(listAskedQuestions(two)).toEqual(listAskedQuestions(one))
    expect(readRequestText(one.asked[0]!)).toContain('src/parser.ts')
    expect(readRequestText(one.asked[1]!)).not.toEqual(readRequestText(two.asked[1]!))
  })

  it('are answered from the condensed context alone, without references, and graded without any context', async () => {
    const model = judge()
    await measureProbeGrades(subject([0]), model)
    const [, answering, grading] = model.asked.map((request) => readRequestText(request))
    expect(answering).toContain('Never touch vendor files.')
    expect(answering).toContain('Question 4?')
    expect(answering).not.toMatch(/src\/parser|Reference/)
    expect(grading).toContain('Reference 4')
    expect(grading).not.toMatch(/vendor|src\/parser/)
  })

  it('are asked for by class in even numbers', async () => {
    const asking = async (probes: number) => {
      const model = judge()
      await measureProbeGrades(subject(), model, probes)
      return readRequestText(model.asked[0]!).split('\n').at(-1)
    }
    expect(await asking(1)).toBe('Write 1 question: 1 of the class recall.')
    expect(await asking(6)).toBe(
      'Write 6 questions: 2 of the class recall, 2 of the class artifact, 1 of the class continuation, 1 of the class decision.',
    )
  })

  it('say where fewer were written, and leave out what is too many', async () => {
    const [fewer] = await measureProbeGrades(subject(), judge(), 6)
    expect(fewer).toMatchObject({ evidence: { notes: ['4 of 6 questions were written.'] } })
    const some = { answers: [{ number: 1, answer: 'x' }] }
    const one = judge({ answers: some, grades: { graded: [{ number: 1, grades: buildGrades(5) }] } })
    const measured = await measureProbeGrades(subject(), one, 1)
    expect(measured.map((own) => (own.kind === 'measured' ? own.value : own.kind))).toEqual([
      5,
      5,
      'nothing',
      'nothing',
      'nothing',
      5,
      5,
    ])
  })

  it.each<[string, typeof script, string[]]>([
    [
      'a class that nobody knows',
      { questions: { probes: [{ ...questions[0], class: 'trivia' }] } },
      ['questions', 'questions'],
    ],
    ['no questions', { questions: { probes: [] } }, ['questions', 'questions']],
    [
      'an answer too few',
      { answers: { answers: [{ number: 1, answer: 'x' }] } },
      ['questions', 'answers', 'answers'],
    ],
    [
      'one answer twice',
      { answers: { answers: [1, 2, 3, 3].map((number) => ({ number, answer: 'x' })) } },
      ['questions', 'answers', 'answers'],
    ],
    [
      'a dimension too few',
      { grades: { graded: graded.map((own) => ({ ...own, grades: { accuracy: 1 } })) } },
      ['questions', 'answers', 'grades', 'grades'],
    ],
    [
      'a grade above 5',
      { grades: { graded: graded.map((own) => ({ ...own, grades: buildGrades(6) })) } },
      ['questions', 'answers', 'grades', 'grades'],
    ],
  ])('with %s have no value, and keep all answers', async (_name, more, labels) => {
    for (const own of await measureProbeGrades(subject(), judge(more))) {
      expect(own).toMatchObject({ kind: 'unusable', code: 'unreadable' })
      expect(own.kind === 'unusable' && own.answers.map(({ label }) => label)).toEqual(labels)
    }
  })

  it('have a ceiling and a floor: the same questions answered from the whole source and from nothing', async () => {
    const better = questions.map((_, index) => ({ number: index + 1, grades: buildGrades(5), comment: '' }))
    const worse = questions.map((_, index) => ({ number: index + 1, grades: buildGrades(0), comment: '' }))
    const controlled: typeof script = {
      ...script,
      'grades from full': { graded: better },
      'grades from nothing': { graded: worse },
    }
    const model = judgeBy((label) => controlled[label] ?? script[label.replace(/ from .*/, '')] ?? '')
    const measured = await measureProbeGrades(subject([0]), model)
    expect(measured.map((own) => own.kind === 'measured' && own.value).slice(-2)).toEqual([5, 0])
    expect(measured[1]).toMatchObject({
      evidence: {
        controls: [
          { from: 'full', grades: [5], given: ['Answer 1'] },
          { from: 'nothing', grades: [0], given: ['Answer 1'] },
        ],
      },
    })
    const texts = model.asked.map((request) => [request.label, readRequestText(request)] as const)
    const findAnswerText = (label: string) =>
      texts.find(([own]) => own === `Measurement: ${label}`)?.[1] ?? ''
    expect(findAnswerText('answers from full')).toContain('src/parser.ts')
    expect(findAnswerText('answers from nothing')).not.toMatch(/parser|vendor/)
  })

  it('ask for ceiling and floor in the same words whatever was made of the source', async () => {
    const [one, two] = [judge(), judge()]
    await measureProbeGrades(subject([0]), one)
    await measureProbeGrades(subject([2]), two)
    const shared = ({ asked }: AskedModel) =>
      asked.filter(({ label }) => / from /.test(label)).map((request) => ({ ...request, signal: null }))
    expect(shared(two)).toEqual(shared(one))
    expect(shared(one)).toHaveLength(4)
  })

  it('keep their grades where ceiling and floor cannot be had, and say why', async () => {
    const model = judgeBy((label) => (/ from /.test(label) ? 'no' : (script[label] ?? '')))
    const measured = await measureProbeGrades(subject(), model)
    expect(measured[0]).toMatchObject({ value: 2.5, evidence: { controls: [] } })
    expect(measured[0]).toMatchObject({ evidence: { notes: [expect.stringContaining('cannot be read')] } })
    expect(measured.slice(-2).map(({ kind }) => kind)).toEqual(['nothing', 'nothing'])
  })

  it('stop at a call that fails', async () => {
    const model = judgeBy((label) =>
      label === 'answers' ? [new ModelFailure('budget', 'Too dear.')] : (script[label] ?? ''),
    )
    const [mean] = await measureProbeGrades(subject(), model)
    expect(mean).toMatchObject({ kind: 'unusable', code: 'budget', answers: [{ label: 'questions' }] })
    expect(model.asked).toHaveLength(2)
  })

  it('have nothing to ask of an empty history, nor whom but a model that writes', async () => {
    const model = judge()
    const [empty] = await measureProbeGrades(createKeptSubject(conversationFor([]), []), model)
    const extractive = judgeBy(() => '', { isExtractive: true })
    const [nobody] = await measureProbeGrades(subject(), extractive)
    expect([empty?.kind, nobody?.kind]).toEqual(['nothing', 'nothing'])
    expect([...model.asked, ...extractive.asked]).toEqual([])
  })
})
