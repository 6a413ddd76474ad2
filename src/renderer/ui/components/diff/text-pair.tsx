import { showControls } from '../../../../shared/kernel/show-controls.ts'
import { Caption, Grid, Pre, Scroll } from '../../layout/layout.tsx'

/** Two texts beside each other, for a pair whose word-by-word difference would say nothing. */
export function TextPair({ left, right }: { readonly left: TitledText; readonly right: TitledText }) {
  return (
    <Grid columns="1fr 1fr" h="100%">
      {[left, right].map(({ title, text }, index) => (
        <Scroll
          key={title}
          component="section"
          miw={0}
          {...(index > 0 ? { line: 'left' as const } : {})}
          tabIndex={0}
          aria-label={title}
        >
          <Caption component="h3" display="block" pos="sticky" top={0} py={6} px="md" bg="var(--ground)">
            {title}
          </Caption>
          <Pre pb="md" px="md">
            {showControls(text)}
          </Pre>
        </Scroll>
      ))}
    </Grid>
  )
}

type TitledText = { readonly title: string; readonly text: string }
