//! Presets for systems that sites are made with: the paths that each ships or
//! documents. Facts; which were left out, and why, stands in the text.

use crate::preset::{Preset, Recipe};

pub(super) static WORDPRESS: Preset = Preset {
    name: "wordpress",
    parameter: None,
    title: "WordPress: admin pages",
    about: "The rules that WordPress itself serves if the site has no robots.txt file. If \
            WordPress is installed in a folder, put the folder before each path. Its sitemap is \
            /wp-sitemap.xml; plugins may use another. Old lists also block /wp-includes/ and \
            /wp-content/, and with them the styles and scripts that search engines need.",
    sources: &["https://developer.wordpress.org/reference/functions/do_robots/"],
    recipe: Recipe::Rules { disallow: &["/wp-admin/"], allow: &["/wp-admin/admin-ajax.php"] },
};

pub(super) static WOOCOMMERCE: Preset = Preset {
    name: "woocommerce",
    parameter: None,
    title: "WooCommerce: internal files, links that add to the cart",
    about: "The rules that WooCommerce adds to those of WordPress: for logs and other internal \
            files, and for links that add an item to the cart. Use it with the preset wordpress. \
            The cart, checkout and account pages are not blocked: they contain noindex, which \
            crawlers must be able to read.",
    sources: &[
        "https://github.com/woocommerce/woocommerce/pull/49432",
        "https://github.com/woocommerce/woocommerce/pull/60899",
        "https://github.com/woocommerce/woocommerce/pull/15718",
    ],
    recipe: Recipe::Rules {
        disallow: &[
            "/wp-content/uploads/wc-logs/",
            "/wp-content/uploads/woocommerce_transient_files/",
            "/wp-content/uploads/woocommerce_uploads/",
            "/*?add-to-cart=",
            "/*?*add-to-cart=",
        ],
        allow: &[],
    },
};

pub(super) static SHOPIFY: Preset = Preset {
    name: "shopify",
    parameter: None,
    title: "Shopify: carts, accounts, sorted and filtered lists",
    about: "For a headless shop, whose pages Shopify itself does not serve: the rules of Shopify's \
            own starter, Hydrogen. For a shop on its servers, Shopify writes the file; change that \
            in robots.txt.liquid. Sorted, filtered and tagged lists are blocked. Policy pages, \
            which the starter blocks, are not blocked here, because people search for them.",
    sources: &[
        "https://shopify.dev/themes/seo/robots-txt",
        "https://github.com/Shopify/hydrogen/pull/847",
    ],
    recipe: Recipe::Rules {
        disallow: &[
            "/cart",
            "/account",
            "/collections/*sort_by",
            "/*/collections/*sort_by",
            "/collections/*+",
            "/collections/*%2B",
            "/*/collections/*+",
            "/*/collections/*%2B",
            "/collections/*filter*&*filter",
            "/*/collections/*filter*&*filter",
            "/blogs/*+",
            "/blogs/*%2B",
            "/*/blogs/*+",
            "/*/blogs/*%2B",
            "/search",
            "/search/?",
        ],
        allow: &["/search/"],
    },
};

pub(super) static MAGENTO: Preset = Preset {
    name: "magento",
    parameter: None,
    title: "Magento (Adobe Commerce): checkout, accounts, forms, sessions",
    about: "The part of Adobe's instructions that blocks session and form pages. Two parts are \
            left out: the rule for every URL with a query, which would also block list pages and \
            styles with a version; and the rules for folders such as /lib/ and /var/, which \
            current shops do not serve. For shops that rewrite their URLs; if yours does not, \
            remove the rules for /index.php/ and /catalog/.",
    sources: &[
        "https://experienceleague.adobe.com/en/docs/commerce-operations/implementation-playbook/best-practices/launch/robots-txt",
        "https://github.com/AdobeDocs/commerce-admin.en/blob/main/help/merchandising-promotions/seo-overview.md",
    ],
    recipe: Recipe::Rules {
        disallow: &[
            "/index.php/",
            "/checkout/",
            "/catalog/",
            "/customer/",
            "/sendfriend/",
            "/review/",
            "/*SID=",
        ],
        allow: &[],
    },
};

pub(super) static DRUPAL: Preset = Preset {
    name: "drupal",
    parameter: None,
    title: "Drupal: admin pages, login, forms, code",
    about: "The file that Drupal ships, without the lines for its README files and for URLs that \
            are not rewritten. Styles, scripts and images in /core/ and /profiles/ are allowed, \
            because pages need them. If paths on your site begin with a language, repeat the rules \
            for each language.",
    sources: &["https://github.com/drupal/drupal/blob/11.x/core/assets/scaffold/files/robots.txt"],
    recipe: Recipe::Rules {
        disallow: &[
            "/core/",
            "/profiles/",
            "/admin/",
            "/comment/reply/",
            "/filter/tips",
            "/node/add/",
            "/search/",
            "/user/register",
            "/user/password",
            "/user/login",
            "/user/logout",
            "/media/oembed",
            "/*/media/oembed",
        ],
        allow: &[
            "/core/*.css$",
            "/core/*.css?",
            "/core/*.js$",
            "/core/*.js?",
            "/core/*.gif",
            "/core/*.jpg",
            "/core/*.jpeg",
            "/core/*.png",
            "/core/*.svg",
            "/profiles/*.css$",
            "/profiles/*.css?",
            "/profiles/*.js$",
            "/profiles/*.js?",
            "/profiles/*.gif",
            "/profiles/*.jpg",
            "/profiles/*.jpeg",
            "/profiles/*.png",
            "/profiles/*.svg",
        ],
    },
};

pub(super) static JOOMLA: Preset = Preset {
    name: "joomla",
    parameter: None,
    title: "Joomla: admin pages, code, temporary files",
    about: "The rules that Joomla documents, without /components/, /modules/ and /plugins/, where \
            extensions keep styles and scripts that search engines need. If Joomla is installed in \
            a folder, put the folder before each path; the file itself still belongs at the root.",
    sources: &[
        "https://docs.joomla.org/Robots.txt",
        "https://github.com/joomla/joomla-cms/issues/6702",
    ],
    recipe: Recipe::Rules {
        disallow: &[
            "/administrator/",
            "/api/",
            "/bin/",
            "/cache/",
            "/cli/",
            "/includes/",
            "/installation/",
            "/language/",
            "/layouts/",
            "/libraries/",
            "/logs/",
            "/tmp/",
        ],
        allow: &[],
    },
};

pub(super) static MEDIAWIKI: Preset = Preset {
    name: "mediawiki",
    parameter: None,
    title: "MediaWiki: histories, edits, searches",
    about: "For a wiki with short URLs (/wiki/Title) whose scripts are in /w/: histories, edits \
            and searches go through /w/index.php. A rule for all of /w/ would also block styles, \
            scripts and images; a rule for /w would block the whole wiki.",
    sources: &["https://www.mediawiki.org/wiki/Manual:Robots.txt"],
    recipe: Recipe::Rules { disallow: &["/w/index.php?"], allow: &[] },
};

pub(super) static TYPO3: Preset = Preset {
    name: "typo3",
    parameter: None,
    title: "TYPO3: the backend",
    about: "Blocks the backend, but not the files that the frontend loads from there, as TYPO3 \
            suggests in its settings for a site's routes. Your backend may have another path. \
            /typo3temp/ and /typo3conf/, which lists often block, contain styles and scripts.",
    sources: &[
        "https://docs.typo3.org/m/typo3/reference-coreapi/main/en-us/ApiOverview/SiteHandling/StaticRoutes.html",
        "https://github.com/TYPO3/typo3/blob/main/typo3/sysext/backend/Configuration/SiteConfiguration/site_route.php",
    ],
    recipe: Recipe::Rules {
        disallow: &["/typo3/"],
        allow: &["/typo3/sysext/frontend/Resources/Public/"],
    },
};

pub(super) static GHOST: Preset = Preset {
    name: "ghost",
    parameter: None,
    title: "Ghost: admin pages, mail and counter endpoints",
    about: "The rules that Ghost itself serves; a theme may contain another file. Its sitemap is \
            /sitemap.xml. Older versions also block /p/, which hid redirects that crawlers should \
            follow.",
    sources: &[
        "https://ghost.org/help/modifying-robots-txt/",
        "https://github.com/TryGhost/Ghost/pull/19433",
        "https://github.com/TryGhost/Ghost/pull/19864",
        "https://github.com/TryGhost/Ghost/pull/19889",
        "https://github.com/TryGhost/Ghost/pull/25423",
    ],
    recipe: Recipe::Rules {
        disallow: &[
            "/ghost/",
            "/email/",
            "/members/api/comments/counts/",
            "/r/",
            "/webmentions/receive/",
            "/.ghost/analytics/api/",
        ],
        allow: &[],
    },
};
