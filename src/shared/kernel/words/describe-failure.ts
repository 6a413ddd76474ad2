/** Why a condensation failed, by code. Codes that are not here are shown as they are. */
const words: Readonly<Record<string, string>> = {
  authentication: 'The key is missing or was refused',
  'bad-request': 'The model refused the request',
  'bad-settings': 'The settings do not fit the provider',
  budget: 'A call could have exceeded a budget',
  'context-grew': 'The result would have been larger than the source',
  'condensed-recently': 'Condensed too recently',
  'handler-invalid': 'No model profile could be used',
  'input-too-long': 'The request was too long for the model',
  'invariant-broken': 'The result would not have been valid',
  network: 'No connection to the model',
  'not-enough-messages': 'Too few messages to condense',
  overloaded: 'The model was overloaded',
  'provider-error': 'The provider failed unexpectedly',
  'rate-limit': 'The rate limit of the model was reached',
  'source-untouched': 'The provider tried to change the source',
  timeout: 'The model did not answer in time',
}

/** A reason of failure for a person: `No model profile could be used`. */
export function describeFailure(code: string): string {
  return code === '' ? 'No reason given' : Object.hasOwn(words, code) ? (words[code] ?? code) : code
}
