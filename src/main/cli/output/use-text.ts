import type { UsePlan, WrittenSettings } from '../../../shared/domain/use-plan.ts'
import { useHeadline, useTakeBack } from '../../../shared/words/use.ts'

/** A form of an arm, with the difference that it makes, or that it made. */
export function useText(plan: UsePlan, written: WrittenSettings | null): string {
  const { file, text, notes, packages } = plan
  const body = file === null ? text : file.diff === '' ? '' : file.diff
  return [
    useHeadline(plan, written !== null),
    '',
    ...(body === '' ? [] : [body.trimEnd(), '']),
    ...(packages.length === 0 ? [] : [`For ${packages.join(' and ')}.`]),
    ...notes,
    ...(written === null ? [] : [useTakeBack(written)]),
    ...(file !== null && file.diff !== '' && written === null ? ['Nothing was written: --write does.'] : []),
    '',
  ].join('\n')
}
