// The search field of a page, #query, and the number of results, #found. Enter leads from result to
// result, and so do the buttons #next and #previous of a page that has them.
import {$, count, field} from './page.js';

const DELAY = 150;  // ms, while the reader types

/** @template T */
export class Search {
  /**
   * @param {object} page
   * @param {(query: string) => T[]} page.find  may throw an error to show
   * @param {(result: T) => boolean} page.isPassed  whether it is before the reader's place
   * @param {(result: T) => void} page.goTo
   * @param {() => void} page.show  is called after each search
   */
  constructor({find, isPassed, goTo, show}) {
    this.find = find;
    this.isPassed = isPassed;
    this.goTo = goTo;
    this.show = show;
    this.query = '';
    /** @type {T[]} */
    this.results = [];
    this.at = -1;  // the result that the reader is at
    let timer = 0;
    const query = field('query');
    query.addEventListener('input', () => {
      clearTimeout(timer);
      timer = setTimeout(() => this.search(), DELAY);
    });
    query.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') return $('listing').focus();
      if (event.key !== 'Enter') return;
      event.preventDefault();
      clearTimeout(timer);
      if (this.query !== query.value) this.search();
      this.step(event.shiftKey ? -1 : 1);
    });
    document.getElementById('next')?.addEventListener('click', () => this.step(1));
    document.getElementById('previous')?.addEventListener('click', () => this.step(-1));
  }

  search() {
    const query = field('query');
    this.query = query.value;
    this.at = -1;
    query.title = '';
    try {
      this.results = this.query.trim() === '' ? [] : this.find(this.query);
    } catch (error) {
      this.results = [];
      query.title = String(error);
    }
    query.ariaInvalid = String(query.title !== '');
    $('found').textContent = this.query === '' ? '' : `${count(this.results.length)} found`;
    this.show();
  }

  /** To the next result, or the one before. @param {1 | -1} by */
  step(by) {
    const {length} = this.results;
    if (length === 0) return;
    if (this.at >= 0) {
      this.at += by;
    } else {
      const next = this.results.findIndex((result) => !this.isPassed(result));
      this.at = (next < 0 ? length : next) - (by < 0 ? 1 : 0);
    }
    this.at = (this.at + length) % length;
    $('found').textContent = `${count(this.at + 1)} of ${count(length)}`;
    this.goTo(this.results[this.at]);
  }
}
