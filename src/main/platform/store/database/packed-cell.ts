import { deflateSync } from 'node:zlib'
import { unpackDeflate } from '../../files/unpack.ts'

/**
 * What cells have in common: names of figures and controls in the order in which they are written, and what often stands
 * there. It may never change: what was packed with it is unpacked with it, and with nothing else. Figures that it does not
 * know take more room, and that is all.
 */
const dictionary = Buffer.from(
  [
    '"gaps":{"knows-done":{"code":"encrypted"}},"to-do":{"right":0,"silent":0,"mixed":0,"contradicted":0}',
    '{"outcome":"failed","stats":null,"values":{},"chance":null,"error":{"code":"","message":""}}',
    '"warnings":[{"code":"extractive","message":"No model was called: the built-in extractive summariser selected lines by rules.","figures":{}}]',
    '{"outcome":"unchanged","stats":{"originalTokens":0,"finalTokens":0,"reductionPercent":0,"costUsd":0,"priceUsd":null,"durationMs":0',
    '{"outcome":"condensed","stats":{"originalTokens":1,"finalTokens":1,"reductionPercent":5,"costUsd":0,"priceUsd":0,"estimatedCostUsd":0.0,"durationMs":0.',
    ',"modelCalls":0,"cacheHits":0,"unansweredCalls":0,"operations":[{"operation":"summarised","parts":1,"tokensSaved":1},',
    '{"operation":"shortened","parts":1,"tokensSaved":1},{"operation":"referenced","parts":5,"tokensSaved":2},{"operation":"dropped","parts":1,"tokensSaved":1}]}',
    ',"values":{"knows-done":1,"knows-done-summary":null,"contradictions":0,"contradictions-summary":null,"rules-kept":1,"rules-kept-summary":null',
    ',"values-kept":1,"values-kept-summary":null,"errors-kept":1,"errors-kept-summary":null,"files-kept":1,"files-kept-summary":null',
    ',"re-read-tokens":0,"re-read-tokens-summary":null,"re-read-usd":null,"reduction":5,"tokens":1,"validity":1',
    ',"artifact-recall":1,"artifact-precision":1,"artifact-f1":1,"survival-path":1,"survival-symbol":0.,"survival-url":null,"survival-error":1',
    ',"survival-quantity":0.,"survival-command":1,"survival-decision":null,"survival-constraint":null,"survival-open-task":null,"survival-value":null',
    ',"continuation-recall":0.6666666666666666,"links":null,"links-summary":null,"change-of-bill":0,"cost":0,"duration":0.}',
    ',"statements":{"file":{"right":1,"silent":0,"mixed":0,"contradicted":0},"command":{"right":1,"silent":0,"mixed":0,"contradicted":0},"contradicted":[]}',
    ',"chance":0.,"controls":{"knows-done":{"nothing":0,"names":0,"all-done":0,"guessed":0.5,"frequent-lines":0.25,"full":1,"shuffled":-0.25,"last-messages":0.5}',
    ',"knows-done-summary":{"nothing":0,"names":0,"all-done":0,"guessed":0,"frequent-lines":0.08333333333333333,"full":1,"shuffled":-0.16666666666666666,"last-messages":0}',
    ',"rules-kept":{},"rules-kept-summary":{},"rules-kept":{"nothing":0,"names":0,"all-done":0,"guessed":0,"frequent-lines":0.3333333333333333,"full":1,"shuffled":1,"last-messages":0}',
    ',"rules-kept-summary":{"nothing":0,"names":0,"all-done":0,"guessed":0,"frequent-lines":0,"full":1,"shuffled":0,"last-messages":0}',
    ',"values-kept":{"nothing":0,"names":0.5,"all-done":0,"guessed":0,"frequent-lines":1,"full":1,"last-messages":0}',
    ',"values-kept-summary":{"nothing":0,"names":0,"all-done":0,"guessed":0,"frequent-lines":0,"full":1,"shuffled":0,"last-messages":0}',
    ',"errors-kept":{"nothing":0,"names":0,"all-done":0,"guessed":0,"frequent-lines":1,"full":1,"last-messages":1}',
    ',"errors-kept-summary":{"nothing":0,"names":0,"all-done":0,"guessed":0,"frequent-lines":0,"full":1,"shuffled":0,"last-messages":1}',
    ',"re-read-tokens":{},"re-read-tokens":{"nothing":1,"names":1,"all-done":1,"guessed":1,"frequent-lines":0,"full":0,"last-messages":0}',
    ',"re-read-tokens-summary":{"nothing":1,"names":1,"all-done":1,"guessed":1,"frequent-lines":1,"full":0,"shuffled":1,"last-messages":1}',
    ',"links":{"nothing":0,"names":0.02,"all-done":0.01,"guessed":0.02,"frequent-lines":0.1,"full":1,"last-messages":0.8},"links-summary":{},"links":{}}',
    ',"isJudgeFlipped":null,"timeMs":{"total":1.,"model":0,"counting":0.0},"warnings":[],"reason":"","error":null}',
  ].join(''),
)

/** More than any cell takes: what unpacks to more was not packed here. */
const most = 32_000_000

/** Packs the JSON of a cell. */
export function packCell(json: string): Uint8Array {
  return deflateSync(json, { level: 9, dictionary })
}

/** The JSON of a cell. Throws where the bytes are damaged, which their checksum tells. */
export function unpackCell(bytes: Uint8Array): string {
  return unpackDeflate(bytes, { dictionary, most }).toString('utf8')
}
