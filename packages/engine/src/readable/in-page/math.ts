/** The formula of an element, if it is one. */
export interface Formula {
  readonly tex: string;
  readonly display: boolean;
}

export interface MathReader {
  /**
   * Reads MathML, KaTeX and MathJax as LaTeX: what the author wrote, where the page still has it, else from MathML.
   * Decides at the outermost element of the formula; `undefined` for any other element.
   */
  read(element: Element): Formula | undefined;
  /** Whether there may be formulas in other elements than `math`. */
  readonly anywhere: boolean;
}

/** Runs in the page. */
export function createMathReader(): MathReader {
  const SYMBOLS: Readonly<Record<string, string>> = {
    '×': '\\times',
    '÷': '\\div',
    '±': '\\pm',
    '∓': '\\mp',
    '·': '\\cdot',
    '⋅': '\\cdot',
    '∗': '*',
    '−': '-',
    '≤': '\\le',
    '≥': '\\ge',
    '≠': '\\ne',
    '≈': '\\approx',
    '≡': '\\equiv',
    '∼': '\\sim',
    '∝': '\\propto',
    '→': '\\to',
    '←': '\\leftarrow',
    '⇒': '\\Rightarrow',
    '⇔': '\\Leftrightarrow',
    '↦': '\\mapsto',
    '∞': '\\infty',
    '∂': '\\partial',
    '∇': '\\nabla',
    '∑': '\\sum',
    '∏': '\\prod',
    '∫': '\\int',
    '∮': '\\oint',
    '∈': '\\in',
    '∉': '\\notin',
    '⊂': '\\subset',
    '⊆': '\\subseteq',
    '∪': '\\cup',
    '∩': '\\cap',
    '∅': '\\emptyset',
    '∀': '\\forall',
    '∃': '\\exists',
    '¬': '\\neg',
    '∧': '\\land',
    '∨': '\\lor',
    '…': '\\dots',
    '⋯': '\\cdots',
    α: '\\alpha',
    β: '\\beta',
    γ: '\\gamma',
    δ: '\\delta',
    ε: '\\epsilon',
    ζ: '\\zeta',
    η: '\\eta',
    θ: '\\theta',
    ι: '\\iota',
    κ: '\\kappa',
    λ: '\\lambda',
    μ: '\\mu',
    ν: '\\nu',
    ξ: '\\xi',
    π: '\\pi',
    ρ: '\\rho',
    σ: '\\sigma',
    τ: '\\tau',
    υ: '\\upsilon',
    φ: '\\phi',
    χ: '\\chi',
    ψ: '\\psi',
    ω: '\\omega',
    Γ: '\\Gamma',
    Δ: '\\Delta',
    Θ: '\\Theta',
    Λ: '\\Lambda',
    Ξ: '\\Xi',
    Π: '\\Pi',
    Σ: '\\Sigma',
    Φ: '\\Phi',
    Ψ: '\\Psi',
    Ω: '\\Omega',
    ℝ: '\\mathbb{R}',
    ℕ: '\\mathbb{N}',
    ℤ: '\\mathbb{Z}',
    ℚ: '\\mathbb{Q}',
    ℂ: '\\mathbb{C}',
    ℏ: '\\hbar',
    '′': "'",
    '{': '\\{',
    '}': '\\}',
    '%': '\\%',
    '#': '\\#',
    '&': '\\&',
    _: '\\_',
    $: '\\$',
    '⟨': '\\langle',
    '⟩': '\\rangle',
    '‖': '\\|',
  };
  const FUNCTIONS =
    /^(?:sin|cos|tan|cot|sec|csc|arcsin|arccos|arctan|sinh|cosh|tanh|log|ln|exp|lim|max|min|sup|inf|det|gcd|deg|dim|ker|arg)$/;
  const ACCENTS: Readonly<Record<string, string>> = {
    '^': 'hat',
    '¯': 'bar',
    '‾': 'overline',
    '→': 'vec',
    '⃗': 'vec',
    '~': 'tilde',
    '˙': 'dot',
    '¨': 'ddot',
    '⏞': 'overbrace',
  };
  const DEEPEST = 60;

  /** Symbols as commands; a command is kept apart from a letter that follows. */
  const symbols = (text: string): string => join([...text].map((character) => SYMBOLS[character] ?? character));

  /** Only the last part is looked at: to look at the end of a text that grows copies all of it. */
  const join = (parts: readonly string[]): string => {
    let tex = '';
    let last = '';
    for (const part of parts) {
      if (part === '') continue;
      if (/^[a-zA-Z]/.test(part) && /\\[a-zA-Z]+$/.test(last)) tex += ' ';
      tex += part;
      last = part;
    }
    return tex;
  };

  const braced = (tex: string): string => (/^[a-zA-Z0-9]$/.test(tex) ? tex : `{${tex}}`);
  const group = (tex: string): string => `{${tex}}`;

  const convert = (node: Element, depth: number): string => {
    const children = [...node.$children];
    const text = (node.$textContent ?? '').trim();
    if (depth > DEEPEST) return symbols(text);
    const at = (index: number): string => {
      const child = children[index];
      return child ? convert(child, depth + 1) : '';
    };
    const all = (): string => join(children.map((child) => convert(child, depth + 1)));
    switch (node.$localName) {
      case 'mi':
        return FUNCTIONS.test(text)
          ? `\\${text}`
          : text.length > 1 && /^[a-z]+$/i.test(text)
            ? `\\mathrm{${text}}`
            : symbols(text);
      case 'mn':
      case 'ms':
        return symbols(text);
      case 'mo':
        return FUNCTIONS.test(text) ? `\\${text}` : /^[\u2061-\u2064]*$/.test(text) ? '' : symbols(text);
      case 'mtext':
        return text === '' ? '\\ ' : `\\text{${text}}`;
      case 'mspace':
        return '\\ ';
      case 'mfrac':
        return `\\frac${group(at(0))}${group(at(1))}`;
      case 'msqrt':
        return `\\sqrt${group(all())}`;
      case 'mroot':
        return `\\sqrt[${at(1)}]${group(at(0))}`;
      case 'msup':
        return `${braced(at(0))}^${braced(at(1))}`;
      case 'msub':
        return `${braced(at(0))}_${braced(at(1))}`;
      case 'msubsup':
        return `${braced(at(0))}_${braced(at(1))}^${braced(at(2))}`;
      case 'munder':
        return underOver(at(0), at(1), '');
      case 'mover':
        return over(at(0), at(1), children[1]?.$textContent?.trim() ?? '');
      case 'munderover':
        return underOver(at(0), at(1), at(2));
      case 'mtable':
        return `\\begin{matrix}${children.map((row) => convert(row, depth + 1)).join(' \\\\ ')}\\end{matrix}`;
      case 'mtr':
        return children.map((cell) => convert(cell, depth + 1)).join(' & ');
      case 'mfenced': {
        const open = node.$getAttribute('open') ?? '(';
        const close = node.$getAttribute('close') ?? ')';
        return `\\left${symbols(open) || '.'}${children.map((child) => convert(child, depth + 1)).join(', ')}\\right${symbols(close) || '.'}`;
      }
      case 'semantics':
        return at(0);
      case 'annotation':
      case 'annotation-xml':
      case 'mphantom':
        return '';
      default:
        return children.length > 0 ? all() : symbols(text);
    }
  };

  const isOperator = (tex: string): boolean => /^\\(?:sum|prod|int|oint|lim|max|min|sup|inf|bigcup|bigcap)$/.test(tex);
  const underOver = (base: string, below: string, above: string): string => {
    if (!isOperator(base) && above === '') return `\\underset${group(below)}${group(base)}`;
    return `${base}_${braced(below)}${above === '' ? '' : `^${braced(above)}`}`;
  };
  const over = (base: string, above: string, accent: string): string => {
    const command = ACCENTS[accent];
    if (command) return `\\${command}${group(base)}`;
    return isOperator(base) ? `${base}^${braced(above)}` : `\\overset${group(above)}${group(base)}`;
  };

  const fromMathMl = (math: Element): string => {
    const annotation = [...math.$querySelectorAll('annotation')].find((candidate) =>
      /tex|latex/i.test(candidate.$getAttribute('encoding') ?? ''),
    );
    const written = annotation?.$textContent?.trim() || math.$getAttribute('alttext')?.trim();
    return written || convert(math, 0).trim();
  };

  const isDisplay = (element: Element, math: Element | null): boolean =>
    math?.$getAttribute('display') === 'block' ||
    element.$getAttribute('display') === 'true' ||
    /display/i.test(element.$getAttribute('class') ?? '') ||
    element.$parentElement?.$classList.contains('katex-display') === true;

  /** `\displaystyle` and outer braces are how tools wrap what the author wrote. */
  const bare = (tex: string): string => {
    const inner = /^\{\\(?:displaystyle|textstyle) ([\s\S]*)\}$/.exec(tex);
    return (inner?.[1] ?? tex).replace(/\s+/g, ' ').trim();
  };

  /** The script element in which MathJax 2 keeps the source, beside what it draws. */
  const mathJaxSource = (element: Element): HTMLScriptElement | undefined => {
    for (
      let next = element.$nextElementSibling, steps = 0;
      next && steps < 3;
      next = next.$nextElementSibling, steps += 1
    ) {
      if (next.$localName === 'script') {
        return /^math\/tex/i.test(next.$getAttribute('type') ?? '') ? (next as HTMLScriptElement) : undefined;
      }
    }
    return undefined;
  };

  /** Whether any element has the names of formulas; to look at each would cost every page. */
  const anywhere =
    document.querySelector(
      'mjx-container, [class*="katex"], [class*="MathJax"], [class*="mwe-math"], img[class*="math" i], img[class*="tex" i]',
    ) !== null;

  const read = (element: Element): Formula | undefined => {
    if (element.$localName === 'math') {
      const tex = bare(fromMathMl(element));
      return tex === '' ? undefined : { tex, display: isDisplay(element, element) };
    }
    if (!anywhere) return undefined;
    if (element.$localName === 'img') {
      const alt = element.$getAttribute('alt') ?? '';
      const named = /math|latex|\btex\b/i.test(element.$getAttribute('class') ?? '');
      return named && /[\\^_{}]/.test(alt) ? { tex: bare(alt), display: false } : undefined;
    }
    const names = element.$getAttribute('class') ?? '';
    const drawn =
      element.$localName === 'mjx-container' || /(?:^|\s)(?:katex|MathJax\w*|mwe-math-element)(?:\s|$)/.test(names);
    if (!drawn) return undefined;
    const math = element.$querySelector('math');
    const image = element.$querySelector('img[alt]');
    const script = mathJaxSource(element);
    const tex = bare(
      script?.$textContent?.trim() || (math ? fromMathMl(math) : '') || image?.$getAttribute('alt')?.trim() || '',
    );
    if (tex === '') return undefined;
    const display = isDisplay(element, math) || /mode=display/i.test(script?.$getAttribute('type') ?? '');
    return { tex, display };
  };
  return { anywhere, read };
}
