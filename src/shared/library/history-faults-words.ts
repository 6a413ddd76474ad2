import { makeNotes } from '../kernel/words/make-notes.ts'

type OfCall = { readonly id: string }
type OfSource = { readonly source: number }

/** What is wrong with a message that breaks a rule of histories. */
export const historyFault = makeNotes({
  'result-without-call': ({ id }: OfCall) => `tool_result ${id} answers no tool_use in the message before`,
  'call-without-result': ({ id }: OfCall) => `tool_use ${id} has no tool_result in the message after`,
  'repeated-id': ({ id, type }: OfCall & { readonly type: string }) => `${type} ${id} occurs more than once`,
  'no-content': () => 'the message has no content',
  'empty-text': ({ block }: { readonly block: number }) => `text block ${block} is empty or white space`,
  'input-no-object': ({ id }: OfCall) => `the input of tool_use ${id} is not an object`,
  'unknown-role': ({ role }: { readonly role: string }) => `role "${role}" is not known to the API`,
  'no-user-first': () => 'the first message is not from the user',
})

/** What is wrong with a result, held against its source. */
export const resultFault = makeNotes({
  'entries-missing': ({ messages, entries }: { readonly messages: number; readonly entries: number }) =>
    `${messages} messages but ${entries} entries of provenance`,
  'out-of-order': ({ source, after }: OfSource & { readonly after: number }) =>
    `comes from source message #${source}, after #${after}`,
  'promise-broken': ({ source }: OfSource) => `source message #${source} should have stayed unchanged`,
  'message-repeated': ({ source }: { readonly source: number | null }) =>
    `source message #${source ?? '?'} occurs a second time`,
  'images-gone': ({ source, images }: OfSource & { readonly images: number }) =>
    `${images} images of source message #${source} are missing without a note`,
})
