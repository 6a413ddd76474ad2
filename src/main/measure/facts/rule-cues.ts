/** One kind of words by which people lay something down. */
export type RuleCue = Readonly<{
  id: string
  /** Whether the words leave no choice, so that the sentence is a fact to be kept; the others are for summaries alone. */
  isFirm: boolean
  says: RegExp
}>

/** Words that stand by themselves, with accents too. */
const buildWordsPattern = (...alternatives: readonly string[]): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}_])(?:${alternatives.join('|')})(?![\\p{L}\\p{N}_])`, 'iu')

/** What stands before an order: nothing, the end of a clause, a label, a word of courtesy or a joint. */
const before =
  "(?:^(?:\\p{L}[\\p{L} ]{0,30}:\\s*)?|[,;:(–—|]\\s*|\\s[-–—]\\s)(?:(?:please|pls|also|and|but|so|then|now|just|ok|yes|no|important|whatever you do|by the way|y|et|e|ma|но|и|bitte|und|s['’]il te plaît|merci de|por favor|per favore|пожалуйста),?\\s+)*"

/** Words with which a clause begins, as an order does. */
const orders = (...alternatives: readonly string[]): RegExp =>
  new RegExp(`${before}(?:${alternatives.join('|')})(?![\\p{L}\\p{N}_])`, 'iu')

/** Scripts without blanks have no borders of words. */
const unspaced = (...alternatives: readonly string[]): RegExp => new RegExp(alternatives.join('|'), 'u')

const cue = (id: string, isFirm: boolean, ...says: readonly RegExp[]): readonly RuleCue[] =>
  says.map((one) => ({ id, isFirm, says: one }))

/**
 * By what a rule of the user's is known: a table of function words (negations, modal verbs, limits), not of what people
 * happened to ask for. In order: what it is, whether it leaves no choice, and the words in English, then in the others.
 * The why of each stands above it; what they find and miss is in docs/figures.md.
 */
export const ruleCues: readonly RuleCue[] = [
  // An order not to do something. `I don't` tells, so a clause has to begin with it; after it, verbs of the mind tell, too.
  ...cue(
    'ban',
    true,
    orders(
      "(?:do not|don['’]?t|never|avoid|refrain from)(?! (?:you|we|i|they|it|the|both|know|think|see|understand|worry|mind|have|had|need|get|seen|been|did|was)\\b) [\\p{L}\\d\"'*]+",
      "n(?:e |['’])(?!est|a |ai |hésit|fonctionn|march)\\p{L}+ (?:pas|jamais|rien|plus|aucun\\p{L}*)|ne (?:pas|jamais|rien) \\p{L}+",
      'kein\\p{L}* \\p{L}+|nicht\\p{L}* \\p{L}+|(?!ich|wir|du|er|sie|es|da|der|die|den|ein|man|was)\\p{L}{3,}(?: [^.,]{1,50})? (?:nicht|nichts|keine?\\p{L}?)(?= (?:an|\\p{L}+)?[^,]{0,25}$)(?<!\\b(?:funktioniert|läuft|geht|weiß|ist) nicht)',
      'no (?:lo |la |los |las |me |se )?(?!funciona|sé|veo|entiendo|hay|tengo|es\\b)\\p{L}+(?:es|as)|(?:nunca|jamás) \\p{L}+|non \\p{L}+(?:are|ere|ire|arlo|erlo)|(?:não|nunca) (?!funciona|há|está|era|tem|sei)\\p{L}+(?:e|a|em|am)',
      '(?:никогда )?не \\p{L}+(?:й|йте|ь|ьте|и|ите)|evit\\p{L}+|évite\\p{L}*|vermeide\\p{L}*',
    ),
    unspaced(
      '(?:^|[，。；：,;:请先也])(?:请|先)?(?:不要(?![有误这那])|别[动改碰用])|[请請]勿|切勿|严禁|ないで(?:ください|下さい|[。！!]|$)|てはいけ|てはなら|하지\\s?마|마세요',
    ),
  ),
  // A ban as a statement, by a modal verb or a word for what is not allowed.
  ...cue(
    'forbidden',
    true,
    buildWordsPattern(
      "(?:must|shall|should|may|can)(?:n['’]?t| not| never| only| always)(?! (?:be (?:hard|a |too|that|needed)|happen|matter|take|find|see|get|i|we|it)\\b) (?!I |we |it )\\p{L}+|not allowed|forbidden|prohibited|off[- ]limits|under no circumstances|in no case|no exceptions",
      "(?:I|we) (?:really |still )?(?:do not|don['’]?t) want (?:any|to (?!have|miss|be)|the|it to|this to|you to|new|a)",
      'ne (?:doi\\p{L}+|peu\\p{L}+|veux|voulons) (?:pas|jamais|rien)|interdit\\p{L}*|en aucun cas',
      '(?:dar?f\\p{L}*|dürf\\p{L}+) (?:[^.,]{0,40} )?(?:nicht|nur|nie|kein\\p{L}*)|(?:auf|unter) keine[nm] \\p{L}+|verboten|tabu|(?:ich|wir) (?:will|wollen|möchten?) kein\\p{L}*',
      'no (?:debe\\p{L}*|quiero)|prohibid[oa]s?|non (?:dev\\p{L}+|voglio)|vietat[oaie]|não (?:deve\\p{L}*|quero)|proibid[oa]s?|нельзя|запрещ\\p{L}+|не долж\\p{L}+',
    ),
    unspaced('禁止|不得|不准|不许|不可|(?<!能)不能|厳禁|不可|금지'),
  ),
  // A limit with a number, or with a word that can have nothing else behind it.
  ...cue(
    'limit',
    true,
    buildWordsPattern(
      '(?:no|not) (?:more|fewer|less|longer|larger|later|higher) than|at (?:most|least) (?:\\d+|one|two|three)|max(?:imum)?(?: of|:)? \\d+|not exceed|limited to|(?:stay|be|keep) (?:\\p{L}+ )?(?:under|below|within) \\d+|never \\d+',
      'au (?:plus|maximum) [\\p{L}\\d]+|pas (?:plus de|dépasser)|(?:höchstens|maximal|mindestens) [\\p{L}\\d]+|(?:como|al|no) (?:máximo|massimo|mucho|più) \\d+|не (?:более|больше) \\d+',
    ),
    unspaced('(?:最多|不超过|不得超过)\\s?\\d|(?<!\\d)\\d+[^。、]{0,8}以内'),
  ),
  // The scope of the work: `only` where an order begins, or behind one; elsewhere it mostly describes.
  ...cue(
    'only',
    true,
    orders(
      'only (?!then|recently|just|output|entering|when|after)\\p{L}+',
      '(?:\\p{L}+ )?(?:uniquement|seulement|exclusivement)|seul(?:e|s|es)? \\p{L}+|nur \\p{L}+|\\p{L}+e? nur \\p{L}+|(?:\\p{L}+ )?(?:solo|sólo|solamente|soltanto|apenas|somente|только) \\p{L}+',
    ),
    /^(?:please\s+)?(?!(?:it|this|that|there|the|if|when|i|we|you|he|she|they)\b)\p{L}+ (?:only (?!one of|had|got)[\p{L}\d]+|[^.,;:?]{2,80} only[.!]*$)/iu,
    buildWordsPattern('ausschließlich|uniquement|nothing else'),
    unspaced('只[能用改]|仅限|(?:だけ|のみ)(?:を|に|$|。)'),
  ),
  // A habit from now on.
  ...cue(
    'always',
    true,
    orders(
      '(?:always|from now on,?|going forward,?) (?!(?:been|fails?|shows?|gets?|had|was|is|the)\\b)\\p{L}+|(?:each|every) time you|whenever you|\\p{L}+ [^.?!]{1,40}(?:before|after|avant|vor|antes de) (?:each|every|any|chaque|jede[mnr]|cada) \\p{L}+|(?:before|after|avant|vor) (?:each|every|any|chaque|jede[mnr]) \\p{L}+',
      '(?:toujours|immer(?! noch)|stets|siempre|sempre|всегда) \\p{L}+|responde siempre',
    ),
    unspaced('始终|始終|(?:必ず|常に)[^。、]{1,30}(?:こと|ください|下さい)|必须|必須|务必|항상|반드시'),
  ),
  // What has to stay as it is, and the conventions of what is there.
  ...cue(
    'keep',
    true,
    orders(
      '(?:keep|leave|preserve|maintain|retain|laisse\\p{L}*|garde\\p{L}*|lass|behalte|mantén|deja|mantenha|deixe|mantieni) [^.?!]{1,80}(?:unchanged|untouched|intact\\p{L}*|alone|as (?:is|it is|they are|before)|the same|minimal|small|compatible|tel\\p{L}* quel\\p{L}*|wie sie ist|unverändert|igual|como está\\p{L}*|inalterad\\p{L}+|alive)',
      '(?:keep|follow|respect|match|reuse|preserve|maintain|stick (?:to|with)|adhere to|comply with) (?:the |our |my |all |any )*(?:existing|current|same|original|project)',
      '(?:respecte\\p{L}*|conserve\\p{L}*|préserver?|mantén|mantieni|mantenha|halte dich an|respeta) (?:l[ae]s? |la |el |o |a |das |die )?\\p{L}+',
    ),
    buildWordsPattern(
      '(?:must|ha(?:s|ve) to|needs? to) (?:stay|remain|keep)|(?:doit|doivent) rester|muss [^.]{1,30}bleiben',
    ),
    unspaced('保持[^。，]{0,20}(?:不变|不變)|そのまま'),
  ),
  // What may not be paid for the result.
  ...cue(
    'without',
    true,
    buildWordsPattern(
      'without (?:any |ever |first )*(?:\\p{L}+ing|new|external|extra|my|changes|edits|exceptions?)|sans (?:toucher|modifier|\\p{L}+er|mon accord)|ohne (?:[^.]{0,50} )?zu \\p{L}+|(?:sin|senza|sem) \\p{L}+(?:[aei]r|[aei]re)|без (?:изменени|нов|внешн)\\p{L}+',
    ),
    unspaced('不[改动動修][^。，]{1,20}(?:前提|情况|情況)下|(?:変更|変え|触れ)(?:せず|ず)'),
  ),
  // Things that are not to be added.
  ...cue(
    'none',
    true,
    orders(
      'no (?:new|more|other|extra|additional|external) \\p{L}+|pas de (?:nouve|commit)\\p{L}*|aucun\\p{L}* (?!souci|problème|idée)\\p{L}+|keine neuen? \\p{L}+|ningun[oa]? \\p{L}+|ningún \\p{L}+|nessun\\p{L}? \\p{L}+|nenhum[a]? \\p{L}+',
    ),
  ),
  // A choice, and whom to ask before.
  ...cue(
    'choice',
    true,
    buildWordsPattern(
      "(?:I|we)(?:['’]d)? (?:would )?(?:strongly )?(?:prefer|rather)|(?:je|nous) préf\\p{L}+|ich bevorzuge|prefier[oe]|preferisco|prefiro",
      '(?:ask|check with|confirm with) me(?: first| before)|ask (?:first|before)|wait for (?:my|me)|(?:until|unless|before) I (?:say|tell|approve|confirm|ask)|let me review|my (?:approval|permission|consent)|read[- ]only (?:task|mode|session)|this is (?:a )?read[- ]only|(?:plan|review|analysis|research)[- ]only',
      "demande[zr]?[- ]moi (?:avant|d['’]abord)|attends (?:que|ma|mon)|frag mich|warte auf meine|pregúntame|chiedimi prima|pergunte(?:-me)? antes|esper[ae] (?:a )?(?:mi|minha)",
    ),
    unspaced('先[问問]我|先に確認'),
  ),
  // `Make sure` asks for one thing; with a negation or `only` it lays something down.
  ...cue(
    'sure',
    true,
    orders("(?:make sure|ensure|be sure)[^.?!]{1,60}(?:n['’]t|\\bnot\\b|\\bnever\\b|\\bonly\\b)"),
  ),
  // Duties. They also describe and instruct once, so a summary keeps them and no figure counts them.
  ...cue(
    'duty',
    false,
    buildWordsPattern(
      '(?:must|shall)(?! (?:be (?:a|an|because|something|some)|have)\\b)|ha(?:s|ve) to be|should (?!I |we |it |be (?:fine|easy|working|\\p{L}+ed\\b))(?:be|use|have|return|all|always|include|run)?|needs? (?:to be|an? \\p{L}+)|(?:is|are) (?:required|crucial|essential|mandatory|frozen|allowed)|it is (?:crucial|important|essential)',
      '(?:doit|doivent|dois|devez|devra)|obligatoire\\p{L}*|(?:muss|müssen|soll|sollen|sollte|sollten)|(?:debe|deben|deberá)|hay que|(?:deve|devono|devem)|bisogna|precisa de|должн\\p{L}+|должен|необходимо|обязательно',
      'quiero que|je (?:veux|souhaite) que|instead of|rather than|au lieu de|plutôt que|anstatt|statt|en lugar de|en vez de|invece di|em vez de|вместо',
    ),
    unspaced('(?:应该|應該|必需|一定要)|なければ|べき|해야|而不是|ではなく'),
  ),
  // Rules of a whole kind: `Each function needs a test.`, and labels without a verb: `Comments in English.`
  ...cue(
    'all',
    false,
    orders(
      '(?:each|every|all|any new|both|chaque|tou(?:s|tes) les|jede[rsnm]?|alle|cada|tod[ao]s? (?:l[oa]s )?|ogni|toda|for each)(?: \\p{L}+){1,4} (?:needs?|gets?|go|goes|uses?|in|par|doit|braucht|brauchen|necesitan?|deve|precisa)[^.]*',
    ),
    buildWordsPattern(
      '(?:in|auf|en|em|на) (?:english|french|german|spanish|italian|portuguese|anglais|français|deutsch|englisch|español|inglés|italiano|português|русском|kebab-case|camelcase|snake_case|typescript)(?=[.!]?$)[.!]?|everywhere[.!]?$|(?:we|on|wir) (?:use|garde|utilise|verwenden|nutzen) [\\p{L}\\d]+|belongs? in|go(?:es)? next to|, not in [^.]+',
    ),
  ),
  // How something is to be done. Only the verbs that say how, and not what.
  ...cue(
    'manner',
    false,
    orders(
      '(?:use|utilise[zr]?|verwende|benutze|nimm|usa|use|utiliza|используй) (?!this|that|it\\b|these)[^.?]{2,80}|(?:answer|reply|respond|write|name|put all|wrap|format|indent|limit|follow|stick to|skip|keep|preserve|stop if) (?!it\\b|this\\b|going\\b)[^.?]{2,80}',
      '(?:réponds|répondez|limite[zr]?|schreib\\p{L}*|antwort\\p{L}*|responde|rispondi|responda|пиши) [^.?]{2,80}|do (?:it without|the smallest) [^.?]+|STOP si [^.?]+',
    ),
    unspaced('[请請](?:用|使用)|してください|て下さい'),
  ),
]
