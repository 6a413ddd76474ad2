import { events, json, recordOf, recordsOf, textOf, type Answer, type Protocol } from './protocol.ts'

/** Google's `generateContent`, whole and in events. */
export const gemini: Protocol = {
  isModelCall: (path) => /:(?:stream)?generateContent/i.test(path),
  view(body, path) {
    const { contents, systemInstruction, tools } = recordOf(body)
    const asked = recordsOf(contents).findLast(({ role }) => role === 'user')
    return {
      system: textOf(recordOf(systemInstruction)['parts']),
      asked: textOf(asked?.['parts']),
      tools: recordsOf(tools).flatMap(({ functionDeclarations }) =>
        recordsOf(functionDeclarations).map(({ name }) => String(name)),
      ),
      isStreamed: path.includes(':stream'),
    }
  },
  reply(answer, model, isStreamed) {
    const { input, cached, output } = answer.usage
    const response = {
      candidates: [{ content: { role: 'model', parts: partsOf(answer) }, finishReason: 'STOP', index: 0 }],
      usageMetadata: {
        promptTokenCount: input,
        cachedContentTokenCount: cached,
        candidatesTokenCount: output,
        totalTokenCount: input + output,
      },
      modelVersion: model,
      responseId: `resp-${answer.number}`,
    }
    return isStreamed ? events([response]) : json(response)
  },
}

function partsOf({ text, thinking, calls }: Answer): readonly object[] {
  return [
    ...(thinking === undefined ? [] : [{ text: `**Thinking** ${thinking}`, thought: true }]),
    ...(text === '' ? [] : [{ text }]),
    ...calls.map(({ id, name, input }, at) => ({
      functionCall: { id, name, args: input },
      // The first call of an answer is signed.
      ...(at === 0 ? { thoughtSignature: 'c2NyaXB0ZWQ=' } : {}),
    })),
  ]
}
