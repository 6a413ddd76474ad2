import type { LanguageModel } from '../../language-model.ts'
import type { ProviderServices } from '../../provider.ts'

/** The model of the profile that a pass names, or that of the run where it names none. */
export function modelOf(
  { model, modelOf: find }: Pick<ProviderServices, 'model' | 'modelOf'>,
  apiProfile: string | undefined,
): LanguageModel {
  return apiProfile === undefined ? model : find(apiProfile)
}

/** The same model, which says with each request which operation of the settings asks. */
export function askedFrom(model: LanguageModel, place: readonly (string | number)[]): LanguageModel {
  return { ...model, complete: (request) => model.complete({ ...request, place }) }
}
