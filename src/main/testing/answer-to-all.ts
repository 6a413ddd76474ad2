import { gradeDimensions, probeClasses } from '../../shared/kernel/evidence.ts'

const numbers = [1, 2, 3, 4]
const grades = Object.fromEntries(gradeDimensions.map((dimension) => [dimension, 3]))

/** Fits every question that a judge is asked; it goes by place. */
export const answerToAll = JSON.stringify({
  probes: probeClasses.map((name) => ({ class: name, question: 'What?', reference: 'That.' })),
  answers: numbers.map((number) => ({ number, answer: 'This.' })),
  graded: numbers.map((number) => ({ number, grades, comment: '' })),
  preferred: 'A',
  tool: 'read_file',
  input: { path: 'a.ts' },
  text: 'To see it.',
})
