import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { FigureInput } from '../../components/figure-input.tsx'
import { FormSection } from '../../components/form-section.tsx'
import { useEngine } from '../../data/engine-context.ts'
import type { FieldProps } from './field-props.ts'

const kinds = [
  ['input', 'Input'],
  ['output', 'Output'],
  ['cacheWrites', 'Cache writes'],
  ['cacheReads', 'Cache reads'],
] as const

/** Prices of one's own over those of the library, which stand greyed in the empty fields. */
export function PriceFields({ draft, issues, change }: FieldProps) {
  const { queries } = useEngine()
  const [model] = useDebouncedValue(draft.model.trim(), 300)
  const known = useQuery(
    queries.profiles.knownModel.queryOptions({
      input: { model },
      enabled: model !== '',
      staleTime: Number.POSITIVE_INFINITY,
    }),
  ).data
  return (
    <FormSection title="Prices" note={noteOf(model, known)}>
      {kinds.map(([kind, label]) => (
        <FigureInput
          key={kind}
          label={label}
          isMoney
          value={draft.prices[kind]}
          error={issues[`prices.${kind}`]}
          placeholder={placeholderOf(known?.prices[kind])}
          onChange={(price) => change({ prices: { ...draft.prices, [kind]: price } })}
        />
      ))}
    </FormSection>
  )
}

function placeholderOf(price: number | undefined): string {
  return price === undefined ? 'unknown' : String(price)
}

function noteOf(model: string, known: { readonly knownAs: string } | null | undefined): string {
  const unit = 'Dollars per million tokens.'
  if (model === '' || known === undefined) return unit
  return known === null
    ? `${unit} The price library does not know this model: without prices of your own its cost is unknown, which is not the same as free.`
    : `${unit} Empty fields take the price of ${known.knownAs} from the price library.`
}
