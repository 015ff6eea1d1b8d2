import type { Block } from './blocks.ts';

/**
 * What authors call the parts of their pages: classes, ids and roles, which are English all over the world. The
 * words of the content itself are never looked at.
 */

/** A pattern for any of the words, each a whole word of the hints. */
function words(list: string): RegExp {
  return new RegExp(`(?:^|[\\s:-])(?:${list.trim().split(/\s+/).join('|')})(?=$|[\\s-])`);
}

const CONSENT = words('cookies? cookie\\w+ gdpr consent\\w* ccpa cmp onetrust didomi truste eu-?cookie\\w*');
const DIALOG = words(
  'banner notice dialog popup pop-up modal bar overlay layer message wrapper container box info law sdk alert consent\\w* alertdialog',
);
const ADVERTISING = words(
  'ads? adverts? advertis\\w+ adsbygoogle ad-?(?:slot|unit|box|container|wrapper|banner|label|block|placeholder|zone|space)s? google-?ads? dfp sponsored outbrain taboola',
);

const SHARING = words('shar(?:e|ing)\\w* social\\w* addthis addtoany sharedaddy');

/** Parts of a page by their usual names. A block is of a kind when its own hints say so. */
export const KINDS = {
  navigation: words(
    'nav\\w* \\w*nav menu\\w* \\w*menu breadcrumbs? crumbs? topbar toolbar sitemap navigation megamenu hamburger',
  ),
  contents: words('toc table-of-contents on-this-page outline jump-links? anchor-links?'),
  header: words('site-header page-header global-header masthead header-\\w+ top-?bar banner role:banner'),
  footer: words('footer\\w* \\w*-footer colophon site-info copyright legal role:contentinfo'),
  sidebar: words(
    'sidebar\\w* side-?bar aside rail right-?(?:col|column|rail) secondary widgets? widget-\\w+ complementary',
  ),
  related: words(
    'related\\w* recommend\\w* recirc\\w* more-(?:stories|from|on|news|articles|posts|like) you-may also-(?:like|bought|viewed) similar suggest\\w* popular trending most-(?:read|viewed|popular) latest read-(?:more|next|also) up-?sell\\w* cross-?sell\\w* teasers? next-(?:article|post|story) prev\\w* recent(?:ly)?\\w* carousel slider recs?',
  ),
  comments: words(
    'comments? comment-\\w+ comments-\\w+ respond disqus discussion repl(?:y|ies) reviews? ratings? feedback',
  ),
  share: words('shar(?:e|ing)\\w* social\\w* follow\\w* addthis addtoany sns bookmark\\w* sharedaddy icons?'),
  subscribe: words(
    'newsletter\\w* subscri\\w+ sign-?up mailing opt-?in paywall regist\\w+ log-?in sign-?in account membership donat\\w+',
  ),
  promotion: words('promo\\w* cta call-to-action sponsor\\w* affiliate disclaimer disclosure banner offers? marketing'),
  byline: words(
    'byline\\w* author\\w* dateline meta posted-on post-meta entry-meta publish\\w* timestamp date time credits? contributor\\w* bio avatar',
  ),
  tags: words('tags? tag-\\w+ tagged categor(?:y|ies) topics? keywords labels? tagcloud'),
  pages: words('paginat\\w+ pager page-numbers paging page-nav prev-next'),
  caption: words('caption\\w* wp-caption-text figcaption image-credit photo-credit'),
  filter: words('filters? filter-\\w+ facets? facet-\\w+ sort\\w* refine\\w* search\\w* searchform'),
  overlay: words(
    'modal\\w* pop-?up\\w* overlay\\w* dialog lightbox tooltip\\w* dropdown\\w* drawer off-?canvas toast flyout role:dialog',
  ),
  unseen: words(
    'sr-only screen-?reader\\w* visually-?hidden visuallyhidden hidden hide skip\\w* noscript a11y assistive offscreen',
  ),
  control: words('buttons? btn btn-\\w+ button-\\w+ actions? print toggle\\w* controls?'),
  content: words(
    'content articles? article-\\w+ post-(?:content|body|text) entry-content entry story story-\\w+ body body-\\w+ main text blog prose markdown rich-?text\\w* rte copy wysiwyg hentry article-body',
  ),
  product: words('products? product-\\w+ prices? price-\\w+ spec\\w* descriptions? details attributes? features?'),
  posts: words('posts? post-\\w+ threads? messages? topic-\\w+ answers? answer-\\w+ questions? question-\\w+'),
  card: words('cards? card-\\w+ tiles? items? item-\\w+ grid\\w* listing\\w* results? result-\\w+ entries rows?'),
  accordion: words('accordion\\w* collaps\\w+ faqs? faq-\\w+ tabs? tab-\\w+ panel\\w* expand\\w*'),
  hero: words(
    'hero\\w* jumbotron intro lead lede deck standfirst summary excerpt subtitle sub-?title sub-?heading dek',
  ),
  title: words('titles? title-\\w+ headline\\w* headings? \\w+-title heading-\\w+'),
} as const;

export type Kind = keyof typeof KINDS;
export const KIND_NAMES = Object.keys(KINDS) as Kind[];

export function hasRole({ hints = '' }: Block, ...roles: readonly string[]): boolean {
  return roles.some((role) => hints.startsWith(`role:${role}`));
}

export function isNavigation(block: Block): boolean {
  return block.tag === 'nav' || hasRole(block, 'navigation');
}

export function isPageRoot({ tag }: Block): boolean {
  return /^(?:html|body|main|article)$/.test(tag);
}

/** A cookie dialog, by its names: both what it is about and what it is. */
export function isConsent(block: Block): boolean {
  const { hints = '' } = block;
  return !isPageRoot(block) && CONSENT.test(hints) && (block.fixed === true || DIALOG.test(hints));
}

export function isAdvertising(block: Block): boolean {
  return !isPageRoot(block) && ADVERTISING.test(block.hints ?? '');
}

export function isSharing(block: Block): boolean {
  return !isPageRoot(block) && SHARING.test(block.hints ?? '');
}

/**
 * Whether a block belongs to the frame that a site puts around each of its pages, or is about other pages: header,
 * footer, sidebar, recommendations, comments, sharing, subscriptions.
 */
export function isSiteFrame(block: Block): boolean {
  if (isPageRoot(block)) return false;
  if (/^(?:footer|aside)$/.test(block.tag) || hasRole(block, 'banner', 'contentinfo', 'complementary', 'dialog'))
    return true;
  const { hints = '' } = block;
  return hints !== '' && FRAME_KINDS.some((kind) => KINDS[kind].test(hints));
}

const FRAME_KINDS: readonly Kind[] = [
  'navigation',
  'header',
  'footer',
  'sidebar',
  'related',
  'comments',
  'share',
  'subscribe',
  'promotion',
  'pages',
  'overlay',
];
