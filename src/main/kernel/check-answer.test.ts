import { describe, expect, it } from 'vitest'
import { checkAnswer } from './check-answer.ts'

const readFaultCode = (text: string): string => {
  const checked = checkAnswer({ text, stopped: 'finished', failure: null }, 'Model')
  return checked.ok ? 'summary' : checked.code
}

describe('an answer', () => {
  it.each([
    'I’m sorry, but I can’t help with that.',
    'Unfortunately, I can’t assist with summarising this conversation.',
    'Regrettably I am not able to provide a summary.',
    'I apologize, but this goes against my guidelines.',
    'I must decline this request.',
    'This request violates our usage policies.',
    'Je suis désolé, mais je ne peux pas vous aider.',
    'Malheureusement, je ne peux pas résumer cette conversation.',
    'Es tut mir leid, dabei kann ich nicht helfen.',
    'Leider kann ich diese Unterhaltung nicht zusammenfassen.',
    'Ich kann diese Anfrage nicht bearbeiten.',
    'Lo siento, no puedo ayudarte con eso.',
    'Lamentablemente, no puedo resumir esta conversación.',
    'Mi dispiace, non posso aiutarti.',
    '抱歉，我无法提供帮助。',
  ])('that says “%s” is a refusal', (text) => {
    expect(readFaultCode(text)).toBe('summary-refused')
  })

  it.each([
    'Unfortunately the tests failed after the change in src/a.ts.',
    'The user asked for a login page; src/login.ts was created.',
    'Leider sind die Tests fehlgeschlagen; offen ist src/a.ts.',
    `I can’t be sure of all details. ${'The user then asked for more. '.repeat(30)}`,
  ])('that says “%s” is a summary', (text) => {
    expect(readFaultCode(text)).toBe('summary')
  })

  it('of nothing at all has failed', () => {
    expect(readFaultCode('')).toBe('condense-failed')
  })
})
